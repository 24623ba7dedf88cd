import { accountRules } from './accounts.ts'
import type { AccountFacts } from './accounts.ts'
import { administratorRules } from './administrators.ts'
import type { AdministratorFacts } from './administrators.ts'
import { approvalRules } from './approvals.ts'
import type { ApprovalFacts } from './approvals.ts'
import { backupRules } from './backups.ts'
import type { BackupFacts } from './backups.ts'
import { calendarRules } from './calendar.ts'
import type { CalendarFacts } from './calendar.ts'
import { caseRules } from './cases.ts'
import type { CaseFacts } from './cases.ts'
import { circleRules } from './circles.ts'
import type { CircleFacts } from './circles.ts'
import { deviceKeyRules } from './device-keys.ts'
import type { DeviceKeyFacts } from './device-keys.ts'
import { donationRules } from './donations.ts'
import type { DonationFacts } from './donations.ts'
import { drawRules } from './draws.ts'
import type { DrawFacts } from './draws.ts'
import { helperRules } from './helpers.ts'
import type { HelperFacts } from './helpers.ts'
import { fiscalRules } from './fiscals.ts'
import type { FiscalFacts } from './fiscals.ts'
import { paymentKeyRules } from './payment-keys.ts'
import type { PaymentKeyFacts } from './payment-keys.ts'
import { placeRules } from './places.ts'
import type { PlaceFacts } from './places.ts'
import { receiptRules } from './receipts.ts'
import type { ReceiptFacts } from './receipts.ts'
import type { Rule, Rules } from './rule.ts'

/** The facts of a notice of each kind: ids, amounts in centavos, numbers and times in epoch milliseconds. */
export type NoticeFacts = AccountFacts &
  DeviceKeyFacts &
  HelperFacts &
  PlaceFacts &
  DrawFacts &
  DonationFacts &
  ReceiptFacts &
  CaseFacts &
  PaymentKeyFacts &
  CircleFacts &
  CalendarFacts &
  ApprovalFacts &
  FiscalFacts &
  AdministratorFacts &
  BackupFacts

export type NoticeKind = keyof NoticeFacts

/** A notice to be given: its kind and its facts. */
export type Notice = { readonly [K in NoticeKind]: { readonly kind: K; readonly facts: NoticeFacts[K] } }[NoticeKind]

/** Each notice in one sentence for the person whom it concerns, where it leads, and whether an e-mail says it too. */
export const noticeRules: Rules<NoticeFacts> = {
  ...accountRules,
  ...deviceKeyRules,
  ...helperRules,
  ...placeRules,
  ...drawRules,
  ...donationRules,
  ...receiptRules,
  ...caseRules,
  ...paymentKeyRules,
  ...circleRules,
  ...calendarRules,
  ...approvalRules,
  ...fiscalRules,
  ...administratorRules,
  ...backupRules,
}

/** The page on which the person sees more. Those who only administer have their own account elsewhere than members. */
export function noticePage({ kind, facts }: Notice, isMember: boolean): string {
  const { to } = noticeRules[kind] as Rule<never>
  const page = typeof to === 'string' ? to : to(facts as never)
  return isMember ? page : page.replace(/^\/profile\b/, '/admin/account')
}

/** A notice in words. */
export function noticeText({ kind, facts }: Notice): string {
  return (noticeRules[kind] as Rule<never>).text(facts as never)
}
