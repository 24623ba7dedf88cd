import type { mailCalls } from '#contracts/mail.ts'
import type { Routes } from '#server/handler.ts'
import { testMail } from './test-mail.ts'

export const mailRoutes: Routes<keyof typeof mailCalls> = {
  'POST /admin/mail-test': (context) => testMail(context),
}
