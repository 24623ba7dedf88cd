const ON_OFF = 'é on ou off'
const POSTGRES_URL = 'é um endereço como postgres://ciranda:SENHA@servidor/ciranda'
const DAYS = 'é um número de dias, de 1 a 3650'

/** How each setting is written, for the line that refuses it. No value is shown: some are secret. */
export const EXPECTED: Readonly<Record<string, string>> = {
  PORT: 'é um número de 0 a 65535',
  PUBLIC_URL: 'é um endereço como https://roda.exemplo.org.br',
  DATABASE_URL: POSTGRES_URL,
  MIGRATION_DATABASE_URL: POSTGRES_URL,
  FILES: 'é folder ou database',
  SEED: 'é demo, empty ou none',
  ADMIN_EMAIL: 'é um e-mail',
  ADMIN_PASSWORD: 'tem de 8 a 128 letras',
  JWT_SECRET: 'tem 32 letras ou mais (openssl rand -base64 48)',
  JWT_SECRET_PREVIOUS: 'tem 32 letras ou mais',
  SMTP_URL: 'é um endereço como smtps://usuario:senha@correio.exemplo.org.br',
  MAIL_FROM: 'é um remetente como Ciranda <roda@exemplo.org.br>',
  PRIVACY_CONTACT: 'tem de 3 a 200 letras',
  PUSH: ON_OFF,
  CEP_URL: 'é um endereço com {cep} onde vai o CEP',
  RATE_LIMIT: ON_OFF,
  CLOCK: 'é system, ou um instante como 2026-11-10T12:00:00-03:00',
  LOG_LEVEL: 'é fatal, error, warn, info, debug, trace ou silent',
  METRICS_TOKEN: 'tem 16 letras ou mais',
  BACKUP_KEEP_DAYS: DAYS,
  BACKUP_PASSPHRASE: 'tem 12 letras ou mais',
  ARCHIVE_KEEP_DAYS: DAYS,
}
