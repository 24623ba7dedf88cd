import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fullMomentText } from '#web/text/dates.ts'
import { memberOf, personOf } from '#web/api/holder.ts'
import { countText } from '#web/text/numbers.ts'
import { pageQuery, useSaveHead } from './api.ts'
import { PastLine } from './CheckedLine.tsx'
import { savedHeads } from './saved-heads.ts'
import { useVerify } from './useVerify.ts'
import { VerificationResult } from './VerificationResult.tsx'
import type { View } from './view.ts'
import type { Progress as Step } from './worker-messages.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { useChosenFiles, ChooseFiles, ChosenFiles } from './ChosenFiles.tsx'

type Props = {
  /** The page of the ledger that stands below: it says which circle this is. */
  readonly view: View
  readonly holder: string | null
  readonly onEntry: (seq: number) => void
}

/**
 * Has the browser do the sums again: the whole ledger against itself, against what was kept, and against one's own
 * donations.
 */
export function Verification({ view, holder, onEntry }: Props) {
  const { state, verify } = useVerify(holder)
  const { chosen, setChosen, choose, fault } = useChosenFiles()
  const keep = useSaveHead()
  const isBusy = state.at === 'work'
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="conferir">
      <Title order={2} size="h4" id="conferir">
        Conferir o livro
      </Title>
      <Text mt={4} mb="md" maw={680}>
        O seu navegador baixa o livro todo e refaz as contas: cada lançamento, a ordem, o dinheiro e a assinatura do
        fim.{memberOf(holder) && ' Depois vê se cada doação sua está lá.'}
      </Text>
      <Stack gap="md">
        <PastLine />
        <Group gap="sm">
          <Button
            mih={44}
            onClick={() => !isBusy && void verify(chosen.map(({ head }) => head))}
            aria-disabled={isBusy}
          >
            {isBusy ? 'Verificando...' : 'Verificar'}
          </Button>
          <Button
            mih={44}
            variant="default"
            onClick={() => !keep.isPending && keep.mutate()}
            aria-disabled={keep.isPending}
          >
            {keep.isPending ? 'Guardando...' : 'Guardar a assinatura de hoje'}
          </Button>
          <ChooseFiles onChosen={choose} />
        </Group>
        <KeptNote view={view} />
        <ChosenFiles chosen={chosen} onRemove={(name) => setChosen(chosen.filter((one) => one.name !== name))} />
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <div role="status">
          {keep.data && (
            <Alert color="mata">
              Assinatura guardada: {countText(keep.data.seq, 'lançamento', 'lançamentos')} até{' '}
              {fullMomentText(keep.data.at)}. Ela ficou neste aparelho e num arquivo seu.
            </Alert>
          )}
        </div>
        <Refused error={keep.error} otherwise="Não foi possível guardar a assinatura." />
        {state.at === 'work' && <Working progress={state.progress} />}
        {state.at === 'failed' && (
          <Alert color="red" role="alert">
            {state.message}
          </Alert>
        )}
        {state.at === 'done' && (
          <VerificationResult
            verification={state.verification}
            memberId={holder && personOf(holder)}
            onEntry={onEntry}
          />
        )}
      </Stack>
    </Paper>
  )
}

/**
 * Describes the heads saved on this device. They are read on each render because verifying adds to them. Until the page says
 * which circle it is of, the words only take their room, so that nothing moves when they come.
 */
function KeptNote({ view }: Pick<Props, 'view'>) {
  const { data } = useQuery(pageQuery(view.page, view.size, view.order))
  const kept = savedHeads().filter(({ circle_id }) => !data || circle_id === data.circle_id)
  return (
    <Text size="sm" c="dimmed" maw={680} style={data ? undefined : { visibility: 'hidden' }}>
      {kept.length === 0
        ? 'Este aparelho ainda não guarda nenhuma assinatura. A que você guardar hoje prova amanhã que nada do que já estava escrito mudou.'
        : `Neste aparelho: ${countText(kept.length, 'assinatura guardada', 'assinaturas guardadas')}, a primeira de ${fullMomentText(kept[0]!.at)}. O livro tem de continuar cada uma.`}
    </Text>
  )
}

/** Reading is the first half of the work, verifying the second. */
function Working({ progress }: { progress: Step | null }) {
  const share = progress && progress.total > 0 ? progress.done / progress.total : 0
  const text =
    progress === null
      ? 'Pedindo o livro...'
      : `${progress.phase === 'reading' ? 'Baixando' : 'Conferindo'}: ${countText(progress.done, 'lançamento', 'lançamentos')} de ${countText(progress.total)}`
  return (
    <div>
      <Progress
        value={(progress?.phase === 'verifying' ? 0.5 + share / 2 : share / 2) * 100}
        aria-label="Andamento da verificação"
      />
      <Text size="sm" mt={6} role="status">
        {text}
      </Text>
    </div>
  )
}
