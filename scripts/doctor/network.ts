import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { connect } from 'node:tls'
import { createTransport } from 'nodemailer'
import { DAY_MS } from '#circle/period.ts'
import { hostInUrl } from '#server/lib/config.ts'
import { VERSION } from '#server/lib/version.ts'
import { mailReason } from '#server/mail/mail-reason.ts'
import type { Check, Patient } from './check.ts'

const ANSWER_MS_MAX = 5_000
const CERTIFICATE_DAYS_MIN = 14

type Health = { readonly status?: string; readonly version?: string; readonly archive_fault?: string }

/** The checks of what answers: the process itself, its public address, and the mail server. */
export const NETWORK_CHECKS: readonly Check[] = [
  [
    'a Ciranda atende',
    async (patient) => {
      const answer = await ownHealth(patient)
      if (answer === null) return 'A Ciranda não atende: systemctl restart ciranda, e veja journalctl -u ciranda'
      return answer.version === undefined
        ? `A porta ${patient.config.port} é de outro programa: ss -ltnp 'sport = :${patient.config.port}'`
        : null
    },
  ],
  [
    'banco de dados',
    async (patient) => {
      const { status = 'ok' } = (await ownHealth(patient)) ?? {}
      return status === 'ok' ? null : 'O banco de dados não atende: systemctl restart ciranda'
    },
  ],
  [
    'versão em execução',
    async (patient) => {
      const { version = VERSION } = (await ownHealth(patient)) ?? {}
      return version === VERSION
        ? null
        : `Ainda executa a ${version}, e está instalada a ${VERSION}: systemctl restart ciranda`
    },
  ],
  [
    'arquivo em dia',
    async (patient) =>
      (await ownHealth(patient))?.archive_fault === undefined
        ? null
        : 'O arquivo contínuo está parado: veja o disco dele com df -h',
  ],
  ['nome na internet', nameFault],
  ['certificado', certificateFault],
  [
    'endereço público',
    async ({ config: { publicUrl } }) =>
      publicUrl === null || (await healthAt(publicUrl))?.version !== undefined
        ? null
        : `${publicUrl} não chega à Ciranda: systemctl restart caddy, e veja journalctl -u caddy`,
  ],
  ['correio', mailFault],
  ['testemunhas', witnessFault],
]

function ownUrl({ config: { host, port } }: Patient): string {
  return `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : hostInUrl(host)}:${port}`
}

const readings = new WeakMap<Patient, Promise<Health | null>>()

/** The health that the process itself tells, asked for once: where it hangs, each reading costs its whole patience. */
function ownHealth(patient: Patient): Promise<Health | null> {
  const reading = readings.get(patient) ?? healthAt(ownUrl(patient))
  readings.set(patient, reading)
  return reading
}

/** The health told at an address: empty from another program, null where nothing answers. */
async function healthAt(url: string): Promise<Health | null> {
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })
    return (await answer.json().catch(() => ({}))) as Health
  } catch {
    return null
  }
}

async function nameFault({ config: { publicUrl } }: Patient): Promise<string | null> {
  if (publicUrl === null) return null
  const { hostname } = new URL(publicUrl)
  const found = await lookup(hostname.replace(/^\[|\]$/g, '')).catch(() => null)
  return found ? null : `O nome ${hostname} não existe: crie no domínio um registro A com o IP desta máquina`
}

async function certificateFault({ config: { publicUrl }, now }: Patient): Promise<string | null> {
  const { protocol, hostname, port } = new URL(publicUrl ?? 'http://localhost')
  if (protocol !== 'https:') return null
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false })
  socket.setTimeout(ANSWER_MS_MAX, () => socket.destroy(new Error('timeout')))
  try {
    await once(socket, 'secureConnect')
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate()
    if (Date.parse(from) - now > DAY_MS)
      return `O certificado de ${hostname} é de depois de hoje, e o relógio está atrasado: timedatectl set-ntp true`
    const days = (Date.parse(to) - now) / DAY_MS
    return days >= CERTIFICATE_DAYS_MIN
      ? null
      : `O certificado de ${hostname} ${days < 0 ? 'venceu' : 'vence logo'}: systemctl restart caddy, e veja journalctl -u caddy`
  } catch {
    return `Não há HTTPS em ${hostname}: systemctl restart caddy, e veja journalctl -u caddy`
  } finally {
    socket.destroy()
  }
}

async function witnessFault({ config: { witnesses } }: Patient): Promise<string | null> {
  for (const { key, url } of witnesses) {
    const answers = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) }).catch(() => null)
    if (answers === null)
      return `A testemunha ${key.name} não responde em ${url}: fale com quem a mantém, ou tire-a de WITNESSES nas opções`
  }
  return null
}

async function mailFault({ config: { smtpUrl } }: Patient): Promise<string | null> {
  if (smtpUrl === undefined) return 'Não há servidor de correio: ciranda setup --mail smtps://usuario:senha@servidor'
  const bounds = { connectionTimeout: ANSWER_MS_MAX, greetingTimeout: ANSWER_MS_MAX, socketTimeout: ANSWER_MS_MAX }
  const transport = createTransport({ url: smtpUrl, ...bounds } as Parameters<typeof createTransport>[0])
  return await transport
    .verify()
    .then(() => null)
    .catch((error: unknown) => `${mailReason(error)} Mude-o: ciranda setup --mail smtps://usuario:senha@servidor`)
    .finally(() => transport.close())
}
