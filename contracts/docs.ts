import { z } from 'zod'
import { defineCall } from './call.ts'

const tag = 'docs'

export const docCalls = {
  'GET /docs': defineCall({
    access: 'public',
    tag,
    summary: 'This document.',
    answer: z.looseObject({ openapi: z.string() }),
  }),
}
