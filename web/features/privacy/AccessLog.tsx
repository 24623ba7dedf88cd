import { Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fullMomentText } from '#web/text/dates.ts'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { Paging } from '#web/ui/Paging.tsx'
import type { ShapeOf } from '#web/ui/url-search.ts'
import type { ChangeUrl } from '#web/ui/useUrlState.ts'
import { accessQuery } from './api.ts'
import { describeAccess } from './privacy-text.ts'
import { ACCESS_PAGE_SIZES } from './search.ts'
import type { privacySearch } from './search.ts'

const USUAL_SIZE = 10

type Props = {
  readonly page: number
  readonly size: (typeof ACCESS_PAGE_SIZES)[number] | undefined
  readonly onChange: ChangeUrl<ShapeOf<typeof privacySearch>>
}

/** The accesses to one's data and the changes of the account, newest first. */
export function AccessLog({ page, size, onChange }: Props) {
  const limit = size ?? USUAL_SIZE
  const { data, error, refetch, isPlaceholderData } = useQuery(accessQuery(page, limit))
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="quem-viu">
      <Title order={2} size="h4" id="quem-viu">
        Quem viu os seus dados
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw={680}>
        Cada vez que a administração abre os seus dados ou uma lista em que você está, e o que aconteceu com a sua
        conta.
      </Text>
      {error && !data && <Unread error={error} otherwise="Erro ao carregar quem viu os seus dados" refetch={refetch} />}
      {!data && !error && <LoadingRows label="Carregando quem viu os seus dados..." />}
      {data && data.data.length === 0 && <EmptyState title="Ninguém viu os seus dados até agora" />}
      {data && data.data.length > 0 && (
        <>
          <ol className="privacy-log" aria-label="Quem viu os seus dados" aria-busy={isPlaceholderData}>
            {data.data.map((access) => {
              const { what, who } = describeAccess(access)
              return (
                <li key={access.id} data-by={access.by}>
                  <span>{what}</span>
                  <span className="wrap-anywhere">{who}</span>
                  <time dateTime={access.at}>{fullMomentText(access.at)}</time>
                </li>
              )
            })}
          </ol>
          <Paging
            label="Páginas de quem viu os seus dados"
            pages={data.pagination}
            onPage={(to) => onChange({ pagina: to === 1 ? '' : to }, { push: true })}
            choice={{
              sizes: ACCESS_PAGE_SIZES,
              usualSize: USUAL_SIZE,
              onSize: (to) => onChange({ tamanho: to === USUAL_SIZE ? '' : to, pagina: '' }),
            }}
          />
        </>
      )}
    </Paper>
  )
}
