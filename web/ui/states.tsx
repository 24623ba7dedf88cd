import { Alert, Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { failureText } from '#web/api/client.ts'
import { speaksOfRoda } from '#web/text/say.ts'
import { Listen } from './Listen.tsx'

/** A list that is being read. */
export function LoadingRows({ rows = 3, label = 'Carregando...' }: { rows?: number; label?: string }) {
  return (
    <Stack gap="sm" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={92} />
      ))}
    </Stack>
  )
}

/** An empty list: says why it is empty and what to do about it. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" maw={460} style={{ textWrap: 'balance' }}>
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  )
}

type UnreadProps = { readonly error: unknown; readonly otherwise: string; readonly refetch: () => unknown }

/** A query's reading that failed, to be tried again; `otherwise` is said where the server gave no sentence of its own. */
export function Unread({ error, otherwise, refetch }: UnreadProps) {
  return <ErrorState message={failureText(error, otherwise)} onRetry={() => void refetch()} />
}

/** Something could not be read; it can be tried again. In a roda the phone reads it aloud to whoever asks. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Alert color="red" role="alert" title={message}>
      {onRetry && (
        <Button mt="xs" variant="light" color="red" onClick={onRetry}>
          Tentar novamente
        </Button>
      )}
      {speaksOfRoda() && <Listen text={message} />}
    </Alert>
  )
}
