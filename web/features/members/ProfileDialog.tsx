import { Badge, Button, Divider, Group, Modal, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { pixKeyTypeLabels, roleLabels, userStatusLabels } from '#contracts/labels.ts'
import { formatPhone } from '#contracts/payment/phones.ts'
import { dayText } from '#web/text/dates.ts'
import type { User } from './api.ts'
import { CopyText } from './CopyText.tsx'
import { isUnverified, nameOf } from './user-list.ts'
import { QrPicture } from '#web/ui/QrPicture.tsx'
import { UserAvatar } from './UserAvatar.tsx'
import type { UserAction } from './UserCard.tsx'
import { VerificationStatus } from './VerificationStatus.tsx'

type Props = { readonly user: User; readonly onClose: () => void; readonly onAsk: (action: UserAction) => void }

/** Everything an administrator may see of a person. */
export default function ProfileDialog({ user, onClose, onAsk }: Props) {
  return (
    <Modal opened onClose={onClose} title="Perfil do Usuário" size="lg" closeButtonProps={{ 'aria-label': 'Fechar' }}>
      <Stack gap="lg">
        <Group wrap="nowrap" align="center">
          <UserAvatar user={user} size={72} />
          <div style={{ minWidth: 0 }}>
            <Title order={3} size="h4" className="wrap-anywhere">
              {nameOf(user)}
            </Title>
            <Group gap={6} my={4}>
              <Badge variant="light" color="gray">
                {roleLabels[user.role]}
              </Badge>
              <Badge variant="light">{userStatusLabels[user.status]}</Badge>
            </Group>
            <VerificationStatus user={user} />
          </div>
        </Group>
        <PersonalDetails user={user} />
        <PaymentDetails user={user} />
        <CircleDetails user={user} />
        <div className="user-dialog-foot user-dialog-buttons">
          {isUnverified(user) && <Button onClick={() => onAsk('aprovar')}>Verificar</Button>}
          <Button variant="default" onClick={() => onAsk('editar')}>
            Editar
          </Button>
          <Button variant="default" onClick={onClose}>
            Fechar
          </Button>
        </div>
      </Stack>
    </Modal>
  )
}

function PersonalDetails({ user }: { user: User }) {
  return (
    <>
      <Details title="Informações Pessoais">
        <Detail label="Nome">{user.firstName}</Detail>
        <Detail label="Sobrenome">{user.lastName}</Detail>
        <Detail label="Email">{`${user.email} ${user.emailVerified ? '(confirmado)' : '(não confirmado)'}`}</Detail>
        <Detail label="Telefone">
          {user.phone && `${formatPhone(user.phone)} ${user.phoneVerified ? '(confirmado)' : '(não confirmado)'}`}
        </Detail>
        <Detail label="CPF">{user.cpf?.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')}</Detail>
        <Detail label="Data de nascimento">{user.birthDate && dayText(user.birthDate)}</Detail>
        <Detail label="CEP">{user.cep?.replace(/^(\d{5})(\d{3})$/, '$1-$2')}</Detail>
        <Detail label="Endereço">{user.address}</Detail>
        <Detail label="Número">{user.addressNumber}</Detail>
      </Details>
      <Details title="Informações Bancárias">
        <Detail label="Banco">{user.bank}</Detail>
        <Detail label="Agência">{user.agency}</Detail>
        <Detail label="Conta">{user.account}</Detail>
      </Details>
    </>
  )
}

function PaymentDetails({ user }: { user: User }) {
  return (
    <>
      <Details title="PIX">
        <Detail label="Tipo da chave">{user.pixKeyType && pixKeyTypeLabels[user.pixKeyType]}</Detail>
        <Detail label="Chave" copy={user.pixKey} what="a chave PIX">
          {user.pixKey}
        </Detail>
        <Detail label="Titular">{user.pixOwnerName}</Detail>
        <Detail label="Copia e cola" copy={user.pixCopyPaste} what="o PIX copia e cola" isWhole>
          {user.pixCopyPaste}
        </Detail>
        <Detail label="QR Code" isWhole>
          <QrPicture image={user.pixQrCode} of="PIX" />
        </Detail>
      </Details>
      <Details title="Crypto">
        <Detail label="Endereço Bitcoin" copy={user.btcAddress} what="o endereço Bitcoin">
          {user.btcAddress}
        </Detail>
        <Detail label="QR Code Bitcoin">
          <QrPicture image={user.btcQrCode} of="Bitcoin" />
        </Detail>
        <Detail label="Endereço USDT (ERC20)" copy={user.usdtAddress} what="o endereço USDT">
          {user.usdtAddress}
        </Detail>
        <Detail label="QR Code USDT">
          <QrPicture image={user.usdtQrCode} of="USDT" />
        </Detail>
      </Details>
    </>
  )
}

function CircleDetails({ user }: { user: User }) {
  return (
    <Details title="No círculo">
      <Detail label="Nível atual">{user.role === 'ADMIN' ? 'Não participa da fila' : `N${user.current_level}`}</Detail>
      <Detail label="Pode entrar de novo">{user.can_reenter ? 'Sim' : 'Não'}</Detail>
      <Detail label="Nível 3 concluído em">{user.n3_completed_at ? dayText(user.n3_completed_at) : 'Ainda não'}</Detail>
      <Detail label="Cadastrado em">{dayText(user.createdAt)}</Detail>
      <Detail label="Atualizado em">{dayText(user.updatedAt)}</Detail>
      <Detail label="Código" copy={user.id} what="o código">
        {user.id}
      </Detail>
    </Details>
  )
}

function Details({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={4} size="h6">
        {title}
      </Title>
      <Divider my={8} />
      <dl className="user-facts">{children}</dl>
    </section>
  )
}

function Detail({
  label,
  children,
  copy,
  what,
  isWhole = false,
}: {
  label: string
  children: ReactNode
  copy?: string | null
  what?: string
  isWhole?: boolean
}) {
  return (
    <div className={isWhole ? 'whole' : undefined}>
      <dt>{label}</dt>
      <dd>
        {children || (
          <Text component="span" c="dimmed">
            Não informado
          </Text>
        )}{' '}
        {copy && <CopyText value={copy} what={what!} />}
      </dd>
    </div>
  )
}
