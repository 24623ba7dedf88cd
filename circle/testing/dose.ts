/** How often something random is repeated: `few` times in `npm test`, `many` times in `npm run soak`. */
export function dose(few: number, many: number): number {
  return process.env['FULL'] === '1' ? many : few
}
