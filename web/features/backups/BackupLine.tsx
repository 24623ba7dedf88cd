import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '#web/ui/useNow.ts'
import { archiveAge, backupAge } from './age-text.ts'
import { backupsQuery } from './api.ts'

/**
 * How old the last nightly backup and the continuous archive are, a line each on the dashboard; nothing where none are made.
 * `isQuiet`: only what is too old is said.
 */
export function BackupLine({ isQuiet = false }: { isQuiet?: boolean }) {
  const { data } = useQuery(backupsQuery)
  const now = useNow()
  if (!data) return null
  return (
    <>
      {[
        ...(data.nightly ? [backupAge(data.last?.at ?? null, now)] : []),
        ...(data.archive ? [archiveAge(data.archive, now)] : []),
      ]
        .filter(({ isOld }) => isOld || !isQuiet)
        .map((age) => (
          <Age key={age.text} {...age} />
        ))}
    </>
  )
}

function Age({ text, isOld }: { text: string; isOld: boolean }) {
  return (
    <Text size="sm" {...(isOld ? { fw: 600, role: 'status' } : { c: 'dimmed' })}>
      {text}.{' '}
      <Link to="/admin/settings" hash="backup">
        Cópia de segurança
      </Link>
    </Text>
  )
}
