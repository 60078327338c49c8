import type { RoomsWords } from '../catalogue.js';

const rooms: RoomsWords = {
  roomsLooking: 'ほかのスピーカーを探しています…',
  roomsNone: 'このネットワークには、ほかのスピーカーが見つかりませんでした。',
  roomsHow:
    '選ぶと、そのスピーカーのページが開きます。この端末がまだ登録されていない場合は、そこでサインインできます。',
  roomSignedOut: 'まだサインインしていません',
  lookAgain: 'もう一度探す',
  wall: '壁掛け表示',
  wallHow: '壁やスタンドのタブレット向けです。大きく表示し、自動で暗くなります。',
  wallShow: 'この画面に表示する',
  wallLeave: 'この表示を終える',
  wallAsleep: 'このページからは画面を点灯したままにできません。タブレットの設定で変更してください。',
};

export default rooms;
