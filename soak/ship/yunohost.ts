import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '#e2e/helpers/server.ts'
import { ensureWhole, factsAt } from './facts.ts'
import type { Machine } from './machine.ts'
import { NEWER } from './releases.ts'
import type { Releases } from './releases.ts'

const HELPERS = 'usr/share/yunohost/helpers'

/** One installed app, as YunoHost's core hands it to the package's scripts. */
type App = { readonly app: string; readonly domain: string; readonly port: number }

/**
 * The steps of YunoHost's package_check, without YunoHost, whose helpers are stood for: installed twice, upgraded, an upgrade that
 * goes back, another address, backed up, removed with its data, and restored.
 */
export async function liveOnYunohost(machine: Machine, { own, newer, broken }: Releases): Promise<string> {
  await machine.boot()
  mkdirSync(path.join(machine.root, path.dirname(HELPERS)), { recursive: true })
  cpSync('soak/ship/yunohost-helpers.sh', path.join(machine.root, HELPERS))
  cpSync('deploy/yunohost', path.join(machine.root, 'srv/package'), { recursive: true })
  const [one, two] = [await appOf('ciranda'), await appOf('ciranda__2')]
  const installed = []
  for (const app of [one, two]) {
    await prepare(machine, app)
    await step(machine, app, 'install', own.tarball)
    installed.push(await machine.whenItAnswers(factsAt, app.port))
  }
  const [before, beside] = installed as [Awaited<ReturnType<typeof factsAt>>, Awaited<ReturnType<typeof factsAt>>]
  const isWhole = async () => ensureWhole(before, await machine.whenItAnswers(factsAt, one.port))
  const file = (name: string) => readFileSync(path.join(machine.root, name), 'utf8')
  assert.match(
    await refusal(machine, one, 'upgrade', broken.tarball),
    /a de antes está de volta, com os dados de antes/,
  )
  await machine.run(`systemctl start ${one.app}`)
  await isWhole()
  await step(machine, one, 'upgrade', newer.tarball)
  await isWhole()
  assert.match(file(`var/www/${one.app}/app/package.json`), new RegExp(`"version": "${NEWER}"`))
  await step(machine, { ...one, domain: 'outra.ciranda.test' }, 'change_url', '', one.domain)
  await isWhole()
  assert.match(file(`var/www/${one.app}/ciranda.env`), /^PUBLIC_URL=https:\/\/outra\.ciranda\.test$/m)
  const moved = { ...one, domain: 'outra.ciranda.test' }
  await step(machine, moved, 'backup')
  await step(machine, moved, 'remove')
  await machine.run(`rm -rf ${places(one).install_dir} ${places(one).data_dir}`)
  for (const left of ['etc/systemd/system', 'etc/nginx/conf.d/outra.ciranda.test.d'])
    assert.equal(existsSync(path.join(machine.root, left, `${one.app}.conf`)), false)
  await prepare(machine, one)
  await step(machine, moved, 'restore')
  await isWhole()
  ensureWhole(beside, await machine.whenItAnswers(factsAt, two.port))
  await machine.shutDown()
  return 'through the steps of YunoHost, two at once'
}

const appOf = async (app: string): Promise<App> => ({ app, domain: `${app}.test`, port: await freePort() })
const places = ({ app }: App) => ({ install_dir: `/var/www/${app}`, data_dir: `/home/yunohost.app/${app}` })

/** Makes the app's user and folders, as the core does by the manifest. */
async function prepare(machine: Machine, app: App): Promise<void> {
  const folders = Object.values(places(app)).join(' ')
  const made = await machine.run(
    `adduser --system --group --quiet --no-create-home ${app.app}; install -d -o ${app.app} -g ${app.app} -m 750 ${folders}`,
  )
  assert.equal(made.status, 0, made.said)
}

async function attempt(machine: Machine, app: App, name: string, source: string, old_domain = '') {
  const env = {
    ...app,
    ...places(app),
    admin: 'ana',
    password: 'senha-da-administracao',
    old_domain,
    new_domain: app.domain,
    YNH_SOURCE: source === '' ? '' : machine.bring(source),
    YNH_BACKUP_DIR: `/root/copia-${app.app}`,
  }
  const given = Object.entries(env).map(([key, value]) => `${key}='${value}'`)
  // A backup carries its package with it.
  const folder = /^(?:backup|restore)$/.test(name) ? '/srv/archive' : '/srv/package/scripts'
  const lines = [
    'mkdir -p /srv/archive && ln -sfn /srv/package /srv/settings',
    `touch /root/${app.app}.settings && set -a && . /root/${app.app}.settings && set +a`,
    `cd ${folder} && ${given.join(' ')} bash -eu /srv/package/scripts/${name}`,
  ]
  return machine.run(lines.join('\n'))
}

async function step(machine: Machine, app: App, name: string, source = '', old_domain = ''): Promise<void> {
  const { status, said } = await attempt(machine, app, name, source, old_domain)
  assert.equal(status, 0, `${name}: ${said}`)
}

async function refusal(machine: Machine, app: App, name: string, source: string): Promise<string> {
  const { status, said } = await attempt(machine, app, name, source)
  assert.notEqual(status, 0)
  return said
}
