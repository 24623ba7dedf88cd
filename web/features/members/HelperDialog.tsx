import { Anchor, Button, FileButton, Image, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { dayText } from '#web/text/dates.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { chooseAnew } from '#web/ui/images.ts'
import { PaperButtons } from '#web/ui/PaperButtons.tsx'
import { isFault, readyReceipt } from '#web/ui/pictures/receipt.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { helperQuery, useChangeHelper } from './helper-api.ts'
import type { AnswerOf } from '#contracts/contract.ts'

type Help = AnswerOf<'GET /users/{id}/helper'>
type Props = { readonly user: { readonly id: string; readonly name: string }; readonly onClose: () => void }

/** The helper of somebody without a phone, named on a paper that is printed, signed and photographed here. */
export default function HelperDialog({ user, onClose }: Props) {
  const { data, error, refetch } = useQuery(helperQuery(user.id))
  return (
    <Modal opened onClose={onClose} title="Quem ajuda" centered closeButtonProps={{ 'aria-label': 'Fechar' }}>
      <Stack>
        {error && !data && (
          <ErrorState message={failureText(error, 'Erro ao carregar')} onRetry={() => void refetch()} />
        )}
        {!data && !error && <LoadingRows rows={2} />}
        {data?.helper && <Helped user={user} helper={data.helper} onClose={onClose} />}
        {data && !data.helper && data.may_help.length === 0 && (
          <>
            <Text>{data.why_not ?? 'Aprove primeiro o cadastro de outra pessoa que possa ajudar.'}</Text>
            <DialogButtons>
              <Button variant="default" onClick={onClose}>
                Fechar
              </Button>
            </DialogButtons>
          </>
        )}
        {data && !data.helper && data.may_help.length > 0 && (
          <Naming user={user} people={data.may_help} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  )
}

function Helped({ user, helper, onClose }: Props & { helper: NonNullable<Help['helper']> }) {
  const { mutate, isPending, error } = useChangeHelper(user.id)
  return (
    <>
      <Text className="wrap-anywhere">
        <b>{helper.name}</b> ajuda {user.name} desde {dayText(helper.named_at)}.
      </Text>
      {helper.paper_url && (
        <Anchor href={helper.paper_url} target="_blank" rel="noreferrer">
          Ver a foto do papel
        </Anchor>
      )}
      <Text size="sm" c="dimmed">
        Se {user.name} pedir, encerre aqui: vale na hora, e as duas pessoas são avisadas.
      </Text>
      <Refused error={error} otherwise="Não foi possível encerrar a ajuda." />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
        <Button color="red" disabled={isPending} onClick={() => mutate({ does: 'end', helperId: helper.id })}>
          Encerrar a ajuda
        </Button>
      </DialogButtons>
    </>
  )
}

type Picture = { readonly file: Blob; readonly preview: string }

function Naming({ user, people, onClose }: Props & { people: Help['may_help'] }) {
  const { mutate, isPending, error } = useChangeHelper(user.id)
  const [helperId, setHelperId] = useState('')
  const [picture, setPicture] = useState<Picture | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const choose = async (file: File | null) => {
    if (!file) return
    const ready = await readyReceipt(file)
    setFault(isFault(ready) ? ready.said : null)
    if (!isFault(ready)) setPicture({ file: ready.file, preview: URL.createObjectURL(ready.file) })
  }
  const send = (event: React.FormEvent) => {
    event.preventDefault()
    if (!picture || helperId === '' || isPending) return
    mutate({ does: 'name', helperId, paper: picture.file })
  }
  return (
    <form onSubmit={send}>
      <Stack>
        <Text size="sm" className="wrap-anywhere">
          Quem não tem celular participa com a ajuda de alguém da roda. {user.name} assina um papel que diz quem é.
        </Text>
        <NativeSelect
          label="1. Quem ajuda"
          value={helperId}
          onChange={(event) => setHelperId(event.currentTarget.value)}
          data={[{ value: '', label: 'Escolha' }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <div>
          <Text size="sm" fw={600} mb={4}>
            2. O papel, para as duas pessoas assinarem
          </Text>
          <PaperButtons path={`/users/${user.id}/helper/paper`} query={helperId === '' ? {} : { helper_id: helperId }}>
            Imprimir o papel (PDF)
          </PaperButtons>
        </div>
        <div>
          <Text size="sm" fw={600} mb={4}>
            3. Uma foto do papel assinado
          </Text>
          {picture && (
            <Image src={picture.preview} alt="O papel que você escolheu" mah={140} w="auto" fit="contain" mb="xs" />
          )}
          <FileButton
            accept="image/*,application/pdf"
            onChange={(file) => void choose(file)}
            inputProps={{ 'aria-label': 'Foto do papel assinado', onClick: chooseAnew }}
          >
            {(props) => (
              <Button {...props} variant="default" mih={44}>
                {picture ? 'Trocar a foto' : 'Escolher a foto'}
              </Button>
            )}
          </FileButton>
          {fault && (
            <Text size="sm" c="red" role="alert">
              {fault}
            </Text>
          )}
        </div>
        <Refused error={error} otherwise="Não foi possível guardar quem ajuda." />
        <DialogButtons onCancel={onClose}>
          <Button type="submit" disabled={helperId === '' || picture === null || isPending}>
            {isPending ? 'Guardando...' : 'Guardar'}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
