/** Whether a listener names what is to play, by itself or by its number. */
export function isChoice(params: unknown): boolean {
  return typeof params === 'object' && params !== null && ('sourceId' in params || 'preset' in params);
}
