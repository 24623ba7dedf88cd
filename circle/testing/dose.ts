/** The number of repetitions of a random test: `few` times in `npm test`, `many` times in `npm run soak`. */
export function dose(few: number, many: number): number {
  return process.env['FULL'] === '1' ? many : few
}
