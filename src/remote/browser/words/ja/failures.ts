import type { FailureWords } from '../catalogue.js';

const failures: FailureWords = {
  'remedy.notSupported': '別のものを選んでください。',
  'remedy.playerUnavailable': '再起動しています。少しお待ちください。',
  'remedy.audioDeviceUnavailable': '接続と電源を確認してください。そのあと、音楽は自動的に再開します。',
  'remedy.offline': 'ネットワークを確認してください。接続を試み続け、自動的に再開します。',
  'remedy.serviceError': 'スピーカーは試し続けています。別のものを選ぶこともできます。',
  'failed.skipLimitReached': '今はこれ以上スキップできません。音楽は続きます。',
  'notice.itemUnplayableNamed': '「{title}」は再生できなかったため、スキップしました。',
  'notice.itemUnplayable': '再生できない項目をスキップしました。',
  'notice.clockNotSet':
    'スピーカーの時計は電源を入れてからまだ合わせられていません。アラームはそれまで待ちます。',
  'notice.alarmMissed': 'スピーカーの電源が切れていたため、アラームを鳴らせませんでした。',
  'notice.client':
    '音楽サービスがこのスピーカーを受け付けません。サインインし直しても直らないときは、設置した人が直せます。',
  'notice.certificate': '音楽サーバーの証明書が有効ではありません。スピーカーは試し続けています。',
  'notice.insecure': '音楽サーバーが暗号化を使っていないため、スピーカーはそこから再生しません。',
  'notice.host': '音楽サーバーから音楽が届きません。スピーカーは試し続けています。',
  'failed.tooLate': '操作が届くのが遅すぎたため、無視されました。',
  'failed.name': 'この名前はスピーカーで使えません。文字、数字、簡単な記号を使ってください。',
  'failed.forbidden': 'この操作はオーナーだけができます。',
  'failed.rateLimited': '操作が多すぎます。少し待ってからもう一度お試しください。',
  'failed.notAllowed': 'サービスはここではそれを許可していません。',
  'failed.serviceError': 'うまくいきませんでした。音楽サービスに問題があります。',
  'failed.sorting': 'サービスはこのリストをそのように並べ替えられません。',
  'failed.unknownKind': 'サービスはこの選択肢に対応していません。',
  'failed.other': 'うまくいきませんでした。',
  'failed.timedOut': 'スピーカーから時間内に応答がありませんでした。',
  badLink: 'このリンクは無効か、別のスピーカーのものか、ゲスト用です。このブラウザーの権限は元のままです。',
  replaced: 'このブラウザーは、たった今受け取った許可でスピーカーを操作するようになりました。',
  alreadyIn: 'この端末はすでにスピーカーを操作できます。招待がまだ使われていなければ、別の端末で使えます。',
  'silence.notPaired': 'スピーカーはサインインしていません。',
  'remedy.notPaired': 'アカウントにサインインしてください。',
};

export default failures;
