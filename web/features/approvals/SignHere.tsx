import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { request } from '#web/api/client.ts'
import { memberOf } from '#web/api/holder.ts'
import { devicesKey } from '#web/api/query.ts'
import { useHolder } from '#web/features/circle/useHolder.ts'

/** Whether the reader only administers and never chose to sign; undefined until that is known. */
export function useSignsNothing(): boolean | undefined {
  const holder = useHolder()
  const mayChoose = holder !== null && memberOf(holder) === null
  const { data, isLoading } = useQuery({
    queryKey: [...devicesKey, 'any', holder],
    queryFn: () => request('GET /me/device-keys'),
    enabled: mayChoose,
  })
  return isLoading ? undefined : mayChoose && data?.length === 0
}

/** Signing is a choice of those who only administer: they are told of it where a second person's yes is asked of them. */
export function SignHere() {
  return (
    <Text size="sm">
      Quem cuida do servidor poderia aprovar em seu nome. Com um aparelho que assina, ninguém decide por você.{' '}
      <Link to="/admin/account" hash="aparelhos">
        Assinar as minhas decisões
      </Link>
    </Text>
  )
}
