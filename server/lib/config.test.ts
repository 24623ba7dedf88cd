import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const WRONG = {
  PORT: '70000',
  PUBLIC_URL: 'roda.exemplo.org.br',
  DATABASE_URL: 'mysql://um',
  MIGRATION_DATABASE_URL: 'um',
  SEED: 'cheia',
  ADMIN_EMAIL: 'ana',
  ADMIN_PASSWORD: 'curta',
  JWT_SECRET: 'um segredo curto',
  JWT_SECRET_PREVIOUS: 'um segredo curto',
  SMTP_URL: 'https://correio',
  MAIL_FROM: 'a',
  PRIVACY_CONTACT: 'a',
  WITNESSES: 'testemunha',
  PUSH: 'sim',
  PUSH_SERVICES: 'http://avisos.exemplo.org',
  PAGES_ORIGINS: 'https://paginas.exemplo.org/entrada',
  CEP_URL: 'https://cep.exemplo.org',
  RATE_LIMIT: 'não',
  CLOCK: 'ontem',
  LOG_LEVEL: 'alto',
  METRICS_TOKEN: 'um token curto',
  BACKUP_KEEP_DAYS: '0',
  BACKUP_PASSPHRASE: 'curta',
  ARCHIVE_KEEP_DAYS: 'sete',
} as const

test('a wrong setting is refused by its name, in Portuguese, with how it is written; a secret is not repeated', () => {
  for (const [name, value] of Object.entries(WRONG)) {
    const refused = () => readConfig({ [name]: value })
    expect(refused).toThrow(new RegExp(`^${name}: (é|tem|“)[^\\n]+\\.$`))
    expect(refused).not.toThrow(/Invalid|expected|Too |must/)
    if (/PASS|SECRET|TOKEN/.test(name)) expect(refused).not.toThrow(value)
  }
})

test('settings that need one another say which is missing, and what to do', () => {
  for (const [settings, refusal] of [
    [{ DATABASE_URL: 'postgres://a/b' }, /^JWT_SECRET: falta, e DATABASE_URL a pede/],
    [{ MIGRATION_DATABASE_URL: 'postgres://a/b' }, /^MIGRATION_DATABASE_URL: só vale com DATABASE_URL/],
    [{ CLOCK: '2026-11-10T12:00:00Z', NODE_ENV: 'production' }, /^CLOCK: .* tire-a\.$/],
    [{ CLOCK: '2026-11-10T12:00:00Z', HOST: '0.0.0.0' }, /^CLOCK: .* localhost\.$/],
  ] as const)
    expect(() => readConfig(settings)).toThrow(refusal)
})

test('an address is made of a host of IPv6 too', () => {
  const hosts = ['::1', '::', 'localhost']
  const made = ['http://[::1]:3000', 'http://[::]:3000', 'http://localhost:3000']
  expect(hosts.map((HOST) => readConfig({ HOST }).publicUrl)).toEqual(made)
})
