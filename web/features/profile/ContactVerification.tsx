import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatPhone } from '#contracts/payment/phones.ts'
import { failureText } from '#web/api/client.ts'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import { useResend, useVerify } from './api.ts'
import type { Channel, Profile } from './api.ts'
import { Section } from './ProfileSection.tsx'

const RESEND_AFTER_MS = 60_000

const words = {
  email: {
    name: 'E-mail',
    by: 'por e-mail',
    verifyFailed: 'Email verification failed',
    resendFailed: 'Failed to resend email verification',
  },
  phone: {
    name: 'Telefone',
    by: 'por SMS',
    verifyFailed: 'Phone verification failed',
    resendFailed: 'Failed to resend phone verification',
  },
} as const

/** How the circle reaches a person, and whether they have shown that it does. */
export function ContactVerification({ profile }: { profile: Profile }) {
  return (
    <Section title="Contatos">
      <Stack gap="lg">
        {profile.email !== '' && <Contact channel="email" value={profile.email} isVerified={profile.emailVerified} />}
        {profile.phone && (
          <Contact channel="phone" value={formatPhone(profile.phone)} isVerified={profile.phoneVerified} />
        )}
      </Stack>
    </Section>
  )
}

function Contact({ channel, value, isVerified }: { channel: Channel; value: string; isVerified: boolean }) {
  const { name } = words[channel]
  return (
    <div role="group" aria-label={`Confirmação: ${name}`}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text className={channel === 'phone' ? 'no-break' : 'wrap-anywhere'}>{value}</Text>
        </div>
        <StatusMark tone={isVerified ? 'done' : 'wait'}>{isVerified ? 'Confirmado' : 'Não confirmado'}</StatusMark>
      </Group>
      {!isVerified && <CodeForm channel={channel} />}
    </div>
  )
}

function CodeForm({ channel }: { channel: Channel }) {
  const { name, by, verifyFailed, resendFailed } = words[channel]
  const verify = useVerify(channel)
  const resend = useResend(channel)
  const [code, setCode] = useState('')
  const waitSeconds = useCountdown(resend.isSuccess ? resend.submittedAt : null)
  const fault = verify.error
    ? failureText(verify.error, verifyFailed)
    : resend.error
      ? failureText(resend.error, resendFailed)
      : null

  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (verify.isPending) return
    resend.reset()
    verify.mutate(code)
  }
  const ask = () => {
    verify.reset()
    setCode('')
    resend.mutate()
  }
  return (
    <form onSubmit={submit} className="profile-code" aria-label={`Confirmar ${name}`}>
      <TextInput
        label={`Código de 6 dígitos enviado ${by}`}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000000"
        size="md"
      />
      <Button
        type="submit"
        mih={44}
        disabled={code.length < 6}
        aria-disabled={verify.isPending || undefined}
        aria-label={verify.isPending ? undefined : `Confirmar ${name}`}
      >
        {verify.isPending ? 'Confirmando...' : 'Confirmar'}
      </Button>
      <Button
        variant="subtle"
        px={0}
        mih={44}
        onClick={ask}
        disabled={waitSeconds > 0 || resend.isPending}
        aria-label={resend.isPending || waitSeconds > 0 ? undefined : `Reenviar código ${by}`}
      >
        {resend.isPending ? 'Enviando...' : waitSeconds > 0 ? `Reenviar em ${waitSeconds} s` : 'Reenviar código'}
      </Button>
      <div className="whole" role="status">
        {resend.isSuccess && !fault && <Text size="sm">Enviamos outro código {by}. Ele vale por 15 minutos.</Text>}
      </div>
      {fault && (
        <Alert color="red" role="alert" className="whole">
          {fault}
        </Alert>
      )}
    </form>
  )
}

/** The seconds until another code may be asked for, counted down; 0 when it may. */
function useCountdown(sentAt: number | null): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (sentAt === null) return undefined
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= sentAt + RESEND_AFTER_MS) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [sentAt])
  if (sentAt === null) return 0
  return Math.max(0, Math.ceil((sentAt + RESEND_AFTER_MS - Math.max(now, sentAt)) / 1000))
}
