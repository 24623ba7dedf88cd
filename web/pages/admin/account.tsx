import { Stack, Text, Title } from '@mantine/core'
import { AccessSection } from '#web/features/account/AccessSection.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'

/** An administrator's own account. */
export default function AccountPage() {
  const { user } = useAuth()
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          Minha conta
        </Title>
        <Text c="dimmed" className="wrap-anywhere">
          {user?.email}
        </Text>
      </div>
      <AccessSection />
    </Stack>
  )
}
