import { EXPECTED } from './setting-words.ts'
import { settings, isLoopback } from './settings.ts'
import type { Witness } from './settings.ts'

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
      values.PUBLIC_URL?.replace(/\/+$/, '') ??
      (values.PORT === 0 ? null : `http://${hostInUrl(values.HOST)}:${values.PORT}`),
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

/** A host as it stands in an address: one of IPv6 in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
