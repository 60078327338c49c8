/** The programs of the system, too: the path of a plain user ends before them. */
export const PATH_OF_SYSTEM = `${process.env['PATH'] ?? ''}:/usr/sbin`;
