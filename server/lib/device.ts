/**
 * The browsers and systems that a label may name, in the order in which they are recognized: nearly every browser also
 * claims to be Chrome or Safari, and nearly every telephone to run Linux or Mac OS.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * A short name for the device behind a User-Agent, such as 'Chrome no Android'. It is made only of words listed here, so
 * that nothing of the header itself is stored or shown. 'Aparelho desconhecido' where nothing is recognized.
 */
export function deviceLabel(userAgent: string | undefined): string {
  // Headers may be long; what a browser says about itself stands at the start.
  const said = (userAgent ?? '').slice(0, 512)
  const browser = BROWSERS.find(([pattern]) => pattern.test(said))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(said))?.[1]
  if (browser && system) return `${browser} no ${system}`
  return browser ?? system ?? UNKNOWN_DEVICE
}

export const UNKNOWN_DEVICE = 'Aparelho desconhecido'
