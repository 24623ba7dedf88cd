import { isIPv4 } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { PASSPHRASE_LENGTH_MIN } from '#contracts/limits.ts'
import { COSIGNATURE_KEY, namedKey, parseVerifierKey } from '#circle/ledger/checkpoint.ts'
import type { NamedKey } from '#circle/ledger/checkpoint.ts'
import { sha256Bytes } from './signing.ts'

const onOff = z.enum(['on', 'off'])

export const settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  WEB_DIR: z
    .string()
    .min(1)
    .default(path.join(import.meta.dirname, '..', '..', 'web', 'dist')),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  FILES: z.enum(['folder', 'database']).optional(),
  SEED: z.enum(['demo', 'empty', 'none']).optional(),
  ADMIN_EMAIL: z.email().default('admin@ciranda.local'),
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  JWT_SECRET: z.string().min(32).optional(),
  JWT_SECRET_PREVIOUS: z.string().min(32).optional(),
  TRUST_PROXY: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Ciranda <nao-responda@ciranda.local>'),
  PRIVACY_CONTACT: z.string().min(3).max(200).optional(),
  WITNESSES: z.string().default('').transform(readWitnesses),
  PUSH: onOff.default('off'),
  PUSH_SERVICES: z.string().default('').transform(readOrigins('um serviço de avisos, como https://push.exemplo.org')),
  PAGES_ORIGINS: z.string().default('').transform(readOrigins('outras páginas, como https://paginas.exemplo.org')),
  CEP_URL: z.string().includes('{cep}').optional(),
  RATE_LIMIT: onOff.default('on'),
  CLOCK: z.union([z.literal('system'), z.iso.datetime({ offset: true })]).default('system'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(14),
  BACKUP_PASSPHRASE: z.string().min(PASSPHRASE_LENGTH_MIN).max(1_000).optional(),
  ARCHIVE_DIR: z.string().min(1).optional(),
  ARCHIVE_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(7),
  NODE_ENV: z.string().optional(),
})

/** A witness that is asked to cosign checkpoints: its key, and the address before `/add-checkpoint`. */
export type Witness = { readonly key: NamedKey; readonly url: string }

/** Pairs of verifier key and address, parted by commas. An Ed25519 note key is read as that witness' cosigning key. */
function readWitnesses(text: string, context: z.core.$RefinementCtx<string>): Witness[] {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return pairs.flatMap((pair) => {
    const [keyText, url, ...more] = pair.trim().split(/\s+/)
    const key = parseVerifierKey(sha256Bytes, keyText ?? '')
    if (key && more.length === 0 && /^https?:\/\//.test(url ?? '') && URL.canParse(url!))
      return [{ key: namedKey(sha256Bytes, key.name, COSIGNATURE_KEY, key.publicKey), url: url!.replace(/\/+$/, '') }]
    context.addIssue({
      code: 'custom',
      message: `“${pair.trim()}” não é a chave de uma testemunha e o endereço dela, com um espaço entre os dois`,
    })
    return []
  })
}

/** Origins, parted by commas: over TLS, or on this machine. `kind`: what they are of, with an example. */
function readOrigins(kind: string) {
  return (text: string, context: z.core.$RefinementCtx<string>): string[] =>
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .flatMap((one) => {
        const url = URL.parse(one)
        const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
        if (url && isSafe && url.origin === one) return [one]
        context.addIssue({ code: 'custom', message: `“${one}” não é a origem de ${kind}` })
        return []
      })
}

/** Whether a host to listen on is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (/^127(\.\d{1,3}){3}$/.test(host) && isIPv4(host))
}
