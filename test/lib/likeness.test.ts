import t from 'tap';
import { looksOf } from '../../src/lib/likeness.js';

const areAlike = (one: string, other: string): boolean => {
  const looks = new Set(looksOf(one));
  return looksOf(other).some(look => looks.has(look));
};

t.test('names that are drawn alike are alike', t => {
  const pairs = [
    ['Anna’s phone', "Anna's phone"],
    ['Anna‘s phone', 'Anna´s phone'],
    ['Anna＇s', 'Annaʼs'],
    ['“Bob”', '"Bob"'],
    ['„Bob‟', "''Bob″"],
    ['Bob-1', 'Bob\u20101'],
    ['Bob – TV', 'Bob — TV'],
    ['Bob -', 'Bob \u2212'],
    ['Tom·', 'Tom\u2022'],
    ['Uli 2', 'Uli\u00a0 2'],
    ['ANNA', 'anna'],
    ['Ｂob', 'Bob'],
    ['Ivo', 'lvo'],
    ['Ivo', '|vo'],
    ['Bill', 'BiIl'],
    ['Tablet 1', 'Tablet l'],
    ['Otto', '0tto'],
    ['Tom', 'Torn'],
    ['Bob', 'Bᴏb'],
    ['Đuro', 'Ðuro'],
    ['Đuro', 'đuro'],
    ['Səba', 'Sǝba'],
    ['Ірина', 'Ӏрина'],
    ['يوسف', 'یوسف'],
    ['كريم', 'کریم'],
    ['خانۀ ما', 'خانه\u0654 ما'],
    ['A¯', 'Aˉ'],
    ['هاتف ١', 'هاتف ۱'],
    ['iPhone كريم', 'كريم iPhone'],
    ['Anna אבא', 'אבא Anna'],
    ['Jo', 'Jo\u05c2'],
    ['Jo', 'Jo\u0335'],
    ['Kim', 'Kim\u{1d165}'],
    ['Zoé', 'Zoe\u05c2\u0301'],
    ['שרה', 'שרה\u093f'],
    ['सुनील', 'सुुनील'],
    ['Anna\ue000', 'Anna\ue001'],
    ['Anna\ufffd', 'Anna\u0378'],
    ['Dora\ufffd', 'Dora\ud800'],
  ] as const;
  for (const [one, other] of pairs) {
    t.ok(areAlike(one, other), `${one} ${other}`);
    t.ok(areAlike(other, one), `${other} ${one}`);
  }
  t.end();
});

t.test('Unlike names of one household stay distinct', t => {
  const pairs = [
    ['Zoe', 'Zoé'],
    ['Bjorn', 'Björn'],
    ['Kai', 'Kal'],
    ['Anna Berg', 'Berg Anna'],
    ['דנה כהן', 'כהן דנה'],
    ['Đuro', 'Duro'],
    ['ðuro', 'đuro'],
    ['هاتف ١', 'هاتف ٢'],
    ['Lisa', 'Iisa'],
    ['Eli', 'Ell'],
    ['राम', 'रमा'],
    ['สมชาย', 'สมชัย'],
    ['דנה', 'דינה'],
    ['はな', 'ばな'],
    ['Anna 2', 'Anna 3'],
    ['Anna 10', 'Anna 11'],
    ['Tom 🎵', 'Tom 🎸'],
    ['iPhone', 'iPad'],
    ["Ada's phone", 'Adas phone'],
  ] as const;
  for (const [one, other] of pairs) t.notOk(areAlike(one, other), `${one} ${other}`);
  t.end();
});
