import { ApiError } from '#web/api/client.ts'

/** Whether a reading of the circle failed because the server said that there is none yet. */
export function isNoCircle(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'circle.none'
}
