/** The part of pino that this room uses. */
export type Logger = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const silentLogger: Logger = { info() {}, warn() {}, error() {} }
