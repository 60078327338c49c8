import type { RoomsWords } from '../catalogue.js';

const rooms: RoomsWords = {
  roomsLooking: 'يجري البحث عن سماعات أخرى…',
  roomsNone: 'لم يُعثر على سماعات أخرى في هذه الشبكة.',
  roomsHow: 'اختر سماعة لفتح صفحتها. وإن كانت لا تعرف هذا الهاتف بعد، يمكنك تسجيل الدخول هناك.',
  roomSignedOut: 'لم يُسجَّل دخولها بعد',
  lookAgain: 'البحث مجددًا',
  wall: 'شاشة حائط',
  wallHow: 'لجهاز لوحي على حائط أو حامل: عرض كبير يخفت من تلقاء نفسه.',
  wallShow: 'العرض على هذه الشاشة',
  wallLeave: 'مغادرة هذا العرض',
  wallAsleep: 'لا يمكن لهذه الصفحة إبقاء الشاشة مضاءة. غيّر ذلك في إعدادات الجهاز اللوحي.',
};

export default rooms;
