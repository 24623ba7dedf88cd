import { isIPv4 } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { PASSPHRASE_LENGTH_MIN } from '#contracts/limits.ts'
import { COSIGNATURE_KEY, namedKey, parseVerifierKey } from '#circle/ledger/checkpoint.ts'
import type { NamedKey } from '#circle/ledger/checkpoint.ts'
import { EXPECTED } from './setting-words.ts'
import { sha256Bytes } from './signing.ts'

const onOff = z.enum(['on', 'off'])

const settings = z.object({
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

export type Config = {
  readonly host: string
  readonly port: number
  /** The base of absolute URLs, without a trailing slash; null until the port is known. */
  readonly publicUrl: string | null
  readonly dataDir: string
  /** The folder of the built pages. */
  readonly webDir: string
  readonly databaseUrl: string | undefined
  /** The same database under the role that owns its tables and migrates them. */
  readonly migrationDatabaseUrl: string | undefined
  /** Where the pictures are: in the data folder, or in the database beside the rows that name them. */
  readonly files: 'folder' | 'database'
  /** A first start makes a demonstration with people in every state, an empty one, or no circle that anybody sees. */
  readonly seed: 'demo' | 'empty' | 'none'
  readonly adminEmail: string
  readonly adminPassword: string | undefined
  readonly jwtSecret: string | undefined
  /** Secrets before the present one, newest first. */
  readonly previousSecrets: readonly string[]
  readonly trustProxy: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** The contact for questions about personal data, for circles that name none of their own. */
  readonly privacyContact: string | undefined
  readonly witnesses: readonly Witness[]
  /** Whether notices also reach devices on which the app is closed. */
  readonly push: boolean
  /** The origins of push services beside the known ones. */
  readonly pushServices: readonly string[]
  /** The origins of pages served elsewhere that may call this server. */
  readonly pagesOrigins: readonly string[]
  readonly cepUrl: string | undefined
  readonly rateLimit: boolean
  /** The epoch ms at which a test clock stands; null for the system's clock. */
  readonly clockAt: number | null
  readonly logLevel: string
  readonly metricsToken: string | undefined
  /** The folder of the nightly backups; without it there are none. */
  readonly backupDir: string | undefined
  readonly backupKeepDays: number
  /** Opens the nightly backups, and the secret in every backup of an installation with a real circle. */
  readonly backupPassphrase: string | undefined
  /** The folder to which the embedded database's log is archived; without it, it is not. */
  readonly archiveDir: string | undefined
  /** For so many days back a moment of the archive can be restored. */
  readonly archiveKeepDays: number
}

/**
 * Reads the settings from an environment. Throws one line that names the first invalid value and says what it is to be. An empty value
 * counts as absent.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue!.path[0])
    throw new Error(`${name}: ${EXPECTED[name] ?? issue!.message}.`)
  }
  const values = parsed.data
  if (values.DATABASE_URL && !values.JWT_SECRET)
    throw new Error(
      'JWT_SECRET: falta, e DATABASE_URL a pede: a mesma em todos os processos, de 32 letras ou mais (openssl rand -base64 48).',
    )
  if (values.MIGRATION_DATABASE_URL && !values.DATABASE_URL)
    throw new Error('MIGRATION_DATABASE_URL: só vale com DATABASE_URL; ponha as duas, ou nenhuma.')
  if (values.BACKUP_DIR && !values.BACKUP_PASSPHRASE)
    throw new Error('BACKUP_PASSPHRASE: falta, e BACKUP_DIR a pede: nada se copia que outros pudessem ler.')
  if (values.ARCHIVE_DIR && !values.BACKUP_PASSPHRASE)
    throw new Error('BACKUP_PASSPHRASE: falta, e ARCHIVE_DIR a pede: nada se arquiva que outros pudessem ler.')
  if (values.ARCHIVE_DIR && values.DATABASE_URL)
    throw new Error(
      'ARCHIVE_DIR: vale para o banco que vem com a Ciranda; tire-a, e use o arquivo do servidor de DATABASE_URL.',
    )
  if (values.CLOCK !== 'system' && values.NODE_ENV === 'production')
    throw new Error('CLOCK: é só para testes, e não vale com NODE_ENV=production; tire-a.')
  if (values.CLOCK !== 'system' && !isLoopback(values.HOST))
    throw new Error('CLOCK: é só para testes, e só vale com HOST nesta máquina: 127.0.0.1, ::1 ou localhost.')
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl:
      values.PUBLIC_URL?.replace(/\/+$/, '') ?? (values.PORT === 0 ? null : `http://${values.HOST}:${values.PORT}`),
    dataDir: values.DATA_DIR,
    webDir: values.WEB_DIR,
    databaseUrl: values.DATABASE_URL,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL,
    // Several machines may share a server, and a folder only with care.
    files: values.FILES ?? (values.DATABASE_URL ? 'database' : 'folder'),
    // On a server the operator says first what it is to be.
    seed: values.SEED ?? (values.NODE_ENV === 'production' ? 'none' : 'demo'),
    adminEmail: values.ADMIN_EMAIL.toLowerCase(),
    adminPassword: values.ADMIN_PASSWORD,
    jwtSecret: values.JWT_SECRET,
    previousSecrets: (values.JWT_SECRET_PREVIOUS ?? '').split(/[\s,]+/).filter(Boolean),
    trustProxy: values.TRUST_PROXY,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    privacyContact: values.PRIVACY_CONTACT,
    witnesses: values.WITNESSES,
    push: values.PUSH === 'on',
    pushServices: values.PUSH_SERVICES,
    pagesOrigins: values.PAGES_ORIGINS,
    cepUrl: values.CEP_URL,
    rateLimit: values.RATE_LIMIT === 'on',
    clockAt: values.CLOCK === 'system' ? null : Date.parse(values.CLOCK),
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    backupDir: values.BACKUP_DIR,
    backupKeepDays: values.BACKUP_KEEP_DAYS,
    backupPassphrase: values.BACKUP_PASSPHRASE,
    archiveDir: values.ARCHIVE_DIR,
    archiveKeepDays: values.ARCHIVE_KEEP_DAYS,
  }
}

/** Whether a host to listen on is reached from this machine alone. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (/^127(\.\d{1,3}){3}$/.test(host) && isIPv4(host))
}
