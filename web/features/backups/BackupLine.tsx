import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '#web/ui/useNow.ts'
import { backupAge } from './age-text.ts'
import { backupsQuery } from './api.ts'

/** One line on the dashboard that says how old the last nightly backup is; nothing where none are made. */
export function BackupLine() {
  const { data } = useQuery(backupsQuery)
  const now = useNow()
  if (!data?.nightly) return null
  const { text, isOld } = backupAge(data.last?.at ?? null, now)
  return (
    <Text size="sm" {...(isOld ? { fw: 600, role: 'status' } : { c: 'dimmed' })}>
      {text}.{' '}
      <Link to="/admin/settings" hash="backup">
        Cópia de segurança
      </Link>
    </Text>
  )
}
