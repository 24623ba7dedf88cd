import { Stack, Title } from '@mantine/core'
import { useEffect } from 'react'
import { SharedReceipt } from '#web/features/donations/SharedReceipt.tsx'
import { hasArrived } from '#web/features/session/sharing.ts'
import { useAuth } from '#web/features/session/useAuth.ts'

export default function SharePage() {
  const { user } = useAuth()
  useEffect(hasArrived, [])
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Comprovante compartilhado
      </Title>
      {user && <SharedReceipt userId={user.id} />}
    </Stack>
  )
}
