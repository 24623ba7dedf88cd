import { z } from 'zod'
import { defineCall } from './call.ts'
import { authAnswer } from './entities/session.ts'
import { passwordField } from './forms/registration.ts'
import { isValidCpf, onlyDigits } from './payment/documents.ts'
import { idParam } from './query.ts'

const tag = 'lost-phone'
const CPF = 'Por favor, insira um CPF válido'
const CODE = 'Digite o código do papel, do e-mail, ou os de duas pessoas que conhecem você.'

const proof = {
  cpf: z.string(CPF).max(40, CPF).transform(onlyDigits).refine(isValidCpf, CPF),
  /** One of the person's own list, or of a letter; or one each of two members who know the person. */
  codes: z.array(z.string(CODE).trim().min(1, CODE).max(40, CODE)).min(1, CODE).max(2, CODE),
}

/** Beyond the specification: a lost or stolen phone, from any other one and without signing in (docs/decisions/066). */
export const lostPhoneCalls = {
  'POST /auth/lost-phone': defineCall({
    access: 'public',
    tag,
    summary: 'Closes an account whose phone is lost: sessions end, devices sign no more, the payment key is held.',
    body: z.strictObject(proof),
    answer: z.strictObject({}),
    refusals: ['recovery.code_wrong'],
  }),
  'POST /auth/lost-phone/return': defineCall({
    access: 'public',
    tag,
    summary: 'Comes back on another phone, by a way as strong as the account was closed with, and a new password.',
    body: z.strictObject({ ...proof, newPassword: passwordField }),
    answer: authAnswer,
    refusals: ['recovery.code_wrong', 'user.weak_password', 'session.account_closed'],
  }),
  'POST /known/{id}/lost-phone-code': defineCall({
    access: 'approved',
    tag,
    summary: 'A code for a member whom the caller knows in person and who lost their phone: half of what is asked for.',
    params: idParam,
    answer: z.object({ code: z.string(), until: z.iso.datetime() }),
    refusals: ['resource.not_found', 'lost.not_known'],
  }),
}
