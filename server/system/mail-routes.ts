import type { mailCalls } from '#contracts/mail.ts'
import type { Routes } from '#server/handler.ts'
import { listOutbox, openLetter } from './outbox.ts'
import { testMail } from './test-mail.ts'

export const mailRoutes: Routes<keyof typeof mailCalls> = {
  'POST /admin/mail-test': (context) => testMail(context),
  'GET /admin/outbox': (context) => listOutbox(context),
  'POST /admin/outbox/{id}/open': (context, { params }) => openLetter(context, params.id),
}
