import { pixKeyTypeLabels } from '#contracts/labels.ts'
import { formatPhone } from '#contracts/payment/phones.ts'
import { dayText } from '#web/text/dates.ts'
import { QrPicture } from '#web/ui/QrPicture.tsx'
import type { Profile } from './api.ts'
import { Fact, Section } from './Facts.tsx'

export function PersonalFacts({ profile }: { profile: Profile }) {
  return (
    <Section title="Informações Pessoais">
      <dl className="profile-facts">
        <Fact label="Nome" value={profile.firstName} />
        <Fact label="Sobrenome" value={profile.lastName} />
        <Fact label="E-mail" value={profile.email} isWhole />
        <Fact label="Telefone" value={profile.phone && formatPhone(profile.phone)} />
        <Fact label="CPF" value={profile.cpf?.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')} />
        <Fact label="Data de nascimento" value={profile.birthDate && dayText(profile.birthDate)} />
        <Fact label="CEP" value={profile.cep?.replace(/^(\d{5})(\d{3})$/, '$1-$2')} />
        <Fact label="Endereço" value={profile.address} isWhole />
        <Fact label="Número" value={profile.addressNumber} />
      </dl>
    </Section>
  )
}

export function BankFacts({ profile }: { profile: Profile }) {
  return (
    <Section title="Informações Bancárias">
      <dl className="profile-facts">
        <Fact label="Banco" value={profile.bank} isWhole />
        <Fact label="Agência" value={profile.agency} />
        <Fact label="Conta" value={profile.account} />
      </dl>
    </Section>
  )
}

export function PixFacts({ profile }: { profile: Profile }) {
  return (
    <Section title="Informações PIX">
      <dl className="profile-facts">
        <Fact label="Tipo de chave" value={profile.pixKeyType && pixKeyTypeLabels[profile.pixKeyType]} />
        <Fact label="Titular" value={profile.pixOwnerName} />
        <Fact label="Chave PIX" value={profile.pixKey} copies="a chave PIX" isWhole />
        <Fact label="PIX copia e cola" value={profile.pixCopyPaste} copies="o código PIX copia e cola" isWhole />
        <Fact label="QR Code PIX" isWhole>
          <QrPicture image={profile.pixQrCode} of="PIX" />
        </Fact>
      </dl>
    </Section>
  )
}

export function CryptoFacts({ profile }: { profile: Profile }) {
  return (
    <Section title="Informações Crypto">
      <dl className="profile-facts">
        <Fact label="Endereço Bitcoin" value={profile.btcAddress} copies="o endereço Bitcoin" isWhole />
        <Fact label="QR Code Bitcoin" isWhole>
          <QrPicture image={profile.btcQrCode} of="Bitcoin" />
        </Fact>
        <Fact label="Endereço USDT (ERC20)" value={profile.usdtAddress} copies="o endereço USDT" isWhole />
        <Fact label="QR Code USDT" isWhole>
          <QrPicture image={profile.usdtQrCode} of="USDT" />
        </Fact>
      </dl>
    </Section>
  )
}
