import type { fileCalls } from '#contracts/files.ts'
import type { Routes } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'
import { readImageHeader } from './image-header.ts'
import { verifyFileSignature } from './signed-url.ts'

export const fileRoutes: Routes<keyof typeof fileCalls> = {
  'GET /files/{sha256}': async (context, { params, query }, { reply }) => {
    const { secrets, clock, files, config } = context
    const isGood = verifyFileSignature({ secret: secrets.fileKey, sha256: params.sha256, ...query, now: clock.now() })
    const bytes = isGood ? await files.read(params.sha256) : null
    if (!bytes) refuse('resource.not_found')
    // The type is taken from the bytes themselves, and the answer's headers forbid browsers to run anything in them.
    const format = readImageHeader(bytes)?.format ?? refuse('resource.not_found')
    void reply
      .headers({
        'Content-Type': `image/${format}`,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Content-Disposition': 'inline',
        'Cross-Origin-Resource-Policy': config.pagesOrigins.length > 0 ? 'cross-origin' : 'same-origin',
        'Cache-Control': 'private, max-age=300',
      })
      .send(bytes)
    return undefined
  },
}
