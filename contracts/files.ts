import { z } from 'zod'
import { defineCall } from './call.ts'

const tag = 'files'

export const fileCalls = {
  'GET /files/{sha256}': defineCall({
    access: 'signed',
    tag,
    summary: 'A stored image, by the address the server signed.',
    produces: 'image/*',
    params: z.strictObject({ sha256: z.string().max(100) }),
    query: z.strictObject({ kind: z.string().max(20), expires: z.string().max(20), signature: z.string().max(100) }),
    refusals: ['resource.not_found'],
  }),
}
