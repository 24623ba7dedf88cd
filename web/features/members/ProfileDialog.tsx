import { Badge, Button, Divider, Group, Modal, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { pixKeyTypeLabels, roleLabels, userStatusLabels } from '#contracts/labels.ts'
import { formatPhone } from '#contracts/payment/phones.ts'
import { dayText } from '#web/text/dates.ts'
import type { User } from './api.ts'
import { CopyText } from './CopyText.tsx'
import { isUnverified, nameOf } from './people.ts'
import { QrPicture } from './QrPicture.tsx'
import { UserAvatar } from './UserAvatar.tsx'
import type { UserAction } from './UserCard.tsx'
import { Verification } from './Verification.tsx'

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
            <Verification user={user} />
          </div>
        </Group>
        <PersonalFacts user={user} />
        <PaymentFacts user={user} />
        <CircleFacts user={user} />
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

function PersonalFacts({ user }: { user: User }) {
  return (
    <>
      <Facts title="Informações Pessoais">
        <Fact label="Nome">{user.firstName}</Fact>
        <Fact label="Sobrenome">{user.lastName}</Fact>
        <Fact label="Email">{`${user.email} ${user.emailVerified ? '(confirmado)' : '(não confirmado)'}`}</Fact>
        <Fact label="Telefone">
          {user.phone && `${formatPhone(user.phone)} ${user.phoneVerified ? '(confirmado)' : '(não confirmado)'}`}
        </Fact>
        <Fact label="CPF">{user.cpf?.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')}</Fact>
        <Fact label="Data de nascimento">{user.birthDate && dayText(user.birthDate)}</Fact>
        <Fact label="CEP">{user.cep?.replace(/^(\d{5})(\d{3})$/, '$1-$2')}</Fact>
        <Fact label="Endereço">{user.address}</Fact>
        <Fact label="Número">{user.addressNumber}</Fact>
      </Facts>
      <Facts title="Informações Bancárias">
        <Fact label="Banco">{user.bank}</Fact>
        <Fact label="Agência">{user.agency}</Fact>
        <Fact label="Conta">{user.account}</Fact>
      </Facts>
    </>
  )
}

function PaymentFacts({ user }: { user: User }) {
  return (
    <>
      <Facts title="PIX">
        <Fact label="Tipo da chave">{user.pixKeyType && pixKeyTypeLabels[user.pixKeyType]}</Fact>
        <Fact label="Chave" copy={user.pixKey} what="a chave PIX">
          {user.pixKey}
        </Fact>
        <Fact label="Titular">{user.pixOwnerName}</Fact>
        <Fact label="Copia e cola" copy={user.pixCopyPaste} what="o PIX copia e cola" isWhole>
          {user.pixCopyPaste}
        </Fact>
        <Fact label="QR Code" isWhole>
          <QrPicture image={user.pixQrCode} of="PIX" />
        </Fact>
      </Facts>
      <Facts title="Crypto">
        <Fact label="Endereço Bitcoin" copy={user.btcAddress} what="o endereço Bitcoin">
          {user.btcAddress}
        </Fact>
        <Fact label="QR Code Bitcoin">
          <QrPicture image={user.btcQrCode} of="Bitcoin" />
        </Fact>
        <Fact label="Endereço USDT (ERC20)" copy={user.usdtAddress} what="o endereço USDT">
          {user.usdtAddress}
        </Fact>
        <Fact label="QR Code USDT">
          <QrPicture image={user.usdtQrCode} of="USDT" />
        </Fact>
      </Facts>
    </>
  )
}

function CircleFacts({ user }: { user: User }) {
  return (
    <Facts title="No círculo">
      <Fact label="Nível atual">{user.role === 'ADMIN' ? 'Não participa da fila' : `N${user.current_level}`}</Fact>
      <Fact label="Pode entrar de novo">{user.can_reenter ? 'Sim' : 'Não'}</Fact>
      <Fact label="Nível 3 concluído em">{user.n3_completed_at ? dayText(user.n3_completed_at) : 'Ainda não'}</Fact>
      <Fact label="Cadastrado em">{dayText(user.createdAt)}</Fact>
      <Fact label="Atualizado em">{dayText(user.updatedAt)}</Fact>
      <Fact label="Código" copy={user.id} what="o código">
        {user.id}
      </Fact>
    </Facts>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
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

function Fact({
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
