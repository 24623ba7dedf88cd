import { Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '#web/api/client.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { TablePaging } from '#web/ui/TablePaging.tsx'
import { accessQuery } from './api.ts'
import { describeAccess } from './privacy-text.ts'

const SIZES = [10, 20, 50] as const
const USUAL_SIZE = 10

type Props = {
  readonly page: number
  readonly size: string
  readonly onChange: (patch: { pagina?: string; tamanho?: string }, options?: { push?: boolean }) => void
}

/** The accesses to one's data and the changes of the account, newest first. */
export function AccessLog({ page, size, onChange }: Props) {
  const limit = SIZES.find((one) => String(one) === size) ?? USUAL_SIZE
  const { data, error, refetch, isPlaceholderData } = useQuery(accessQuery(page, limit))
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="quem-viu">
      <Title order={2} size="h4" id="quem-viu">
        Quem viu os seus dados
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw={680}>
        Cada vez que a administração abre os seus dados ou uma lista em que você está, e o que aconteceu com a sua
        conta.
      </Text>
      {error && !data && (
        <ErrorState
          message={failureText(error, 'Erro ao carregar quem viu os seus dados')}
          onRetry={() => void refetch()}
        />
      )}
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
          <TablePaging
            label="Páginas de quem viu os seus dados"
            paging={data.pagination}
            sizes={SIZES}
            usualSize={USUAL_SIZE}
            onPage={(to) => onChange({ pagina: to === 1 ? '' : String(to) }, { push: true })}
            onSize={(to) => onChange({ tamanho: to === USUAL_SIZE ? '' : String(to), pagina: '' })}
          />
        </>
      )}
    </Paper>
  )
}
