import { Alert, Button, FileButton, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignedHead } from '#circle/ledger/entry.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { pageQuery, useSaveHead } from './api.ts'
import { PastLine } from './CheckedLine.tsx'
import { savedHeads } from './saved-heads.ts'
import { parseHeadFile } from './parse.ts'
import { useVerify } from './useVerify.ts'
import { VerificationResult } from './VerificationResult.tsx'
import type { View } from './view.ts'
import type { Progress as Step } from './worker-messages.ts'
import { Refused } from '#web/ui/Refused.tsx'

type Chosen = { readonly name: string; readonly head: SignedHead }
type Props = {
  /** The page of the ledger that stands below: it says which circle this is. */
  readonly view: View
  readonly memberId: string | null
  readonly onEntry: (seq: number) => void
}

/**
 * Has the browser do the sums again: the whole ledger against itself, against what was kept, and against one's own
 * donations.
 */
export function Verification({ view, memberId, onEntry }: Props) {
  const { state, verify } = useVerify(memberId)
  const { chosen, setChosen, choose, fault } = useSelection()
  const keep = useSaveHead()
  const isBusy = state.at === 'work'
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="conferir">
      <Title order={2} size="h4" id="conferir">
        Conferir o livro
      </Title>
      <Text mt={4} mb="md" maw={680}>
        O seu navegador baixa o livro todo e refaz as contas: cada lançamento, a ordem, o dinheiro e a assinatura do
        fim.{memberId && ' Depois vê se cada doação sua está lá.'}
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
          <VerificationResult verification={state.verification} memberId={memberId} onEntry={onEntry} />
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

/** Files with earlier heads to compare the ledger with. A later file replaces one of the same name. */
function useSelection() {
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [fault, setFault] = useState<string | null>(null)
  const choose = async (files: File[]) => {
    setFault(null)
    try {
      const read = await Promise.all(
        files.map(async (file) => ({ name: file.name, head: parseHeadFile(await file.text()) })),
      )
      setChosen((before) => [...before.filter(({ name }) => read.every((one) => one.name !== name)), ...read])
    } catch {
      setFault('Este arquivo não é uma assinatura nem um livro baixado da Ciranda.')
    }
  }
  return { chosen, setChosen, choose, fault }
}

function ChooseFiles({ onChosen }: { onChosen: (files: File[]) => Promise<void> }) {
  return (
    <FileButton
      multiple
      accept=".json,.ndjson,application/json"
      onChange={(files) => void onChosen(files)}
      inputProps={{ 'aria-label': 'Escolher arquivo guardado' }}
    >
      {(props) => (
        <Button {...props} variant="default" mih={44}>
          Comparar com um arquivo
        </Button>
      )}
    </FileButton>
  )
}

function ChosenFiles({ chosen, onRemove }: { chosen: readonly Chosen[]; onRemove: (name: string) => void }) {
  if (chosen.length === 0) return null
  return (
    <ul className="ledger-files" aria-label="Arquivos a comparar">
      {chosen.map(({ name, head }) => (
        <li key={name}>
          <span className="wrap-anywhere">
            {name}{' '}
            <Text span size="sm" c="dimmed">
              · até o lançamento {head.seq}, {fullMomentText(head.at)}
            </Text>
          </span>
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            mih={36}
            aria-label={`Tirar ${name}`}
            onClick={() => onRemove(name)}
          >
            Tirar
          </Button>
        </li>
      ))}
    </ul>
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
