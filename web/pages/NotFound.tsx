import { Anchor, Center } from '@mantine/core'
import { EmptyState } from '#web/ui/states.tsx'

export function NotFound() {
  return (
    <Center mih="60dvh" p="md">
      <EmptyState title="Página não encontrada" action={<Anchor href="/">Voltar ao início</Anchor>}>
        O endereço pode ter mudado, ou foi digitado com algum erro.
      </EmptyState>
    </Center>
  )
}
