import { pixKeyTypeLabels } from '#contracts/labels.ts'
import { formatPhone } from '#contracts/payment/phones.ts'
import { dayText } from '#web/text/dates.ts'
import { QrPicture } from '#web/ui/QrPicture.tsx'
import type { Profile } from './api.ts'
import { Detail, Section } from './ProfileSection.tsx'

export function PersonalDetails({ profile }: { profile: Profile }) {
  return (
    <Section title="Informações Pessoais">
      <dl className="profile-facts">
        <Detail label="Nome" value={profile.firstName} />
        <Detail label="Sobrenome" value={profile.lastName} />
        <Detail label="E-mail" value={profile.email} isWhole />
        <Detail label="Telefone" value={profile.phone && formatPhone(profile.phone)} />
        <Detail label="CPF" value={profile.cpf?.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')} />
        <Detail label="Data de nascimento" value={profile.birthDate && dayText(profile.birthDate)} />
        <Detail label="CEP" value={profile.cep?.replace(/^(\d{5})(\d{3})$/, '$1-$2')} />
        <Detail label="Endereço" value={profile.address} isWhole />
        <Detail label="Número" value={profile.addressNumber} />
      </dl>
    </Section>
  )
}

export function BankDetails({ profile }: { profile: Profile }) {
  return (
    <Section title="Informações Bancárias">
      <dl className="profile-facts">
        <Detail label="Banco" value={profile.bank} isWhole />
        <Detail label="Agência" value={profile.agency} />
        <Detail label="Conta" value={profile.account} />
      </dl>
    </Section>
  )
}

export function PixDetails({ profile }: { profile: Profile }) {
  return (
    <Section title="Informações PIX">
      <dl className="profile-facts">
        <Detail label="Tipo de chave" value={profile.pixKeyType && pixKeyTypeLabels[profile.pixKeyType]} />
        <Detail label="Titular" value={profile.pixOwnerName} />
        <Detail label="Chave PIX" value={profile.pixKey} copies="a chave PIX" isWhole />
        <Detail label="PIX copia e cola" value={profile.pixCopyPaste} copies="o código PIX copia e cola" isWhole />
        <Detail label="QR Code PIX" isWhole>
          <QrPicture image={profile.pixQrCode} of="PIX" />
        </Detail>
      </dl>
    </Section>
  )
}

export function CryptoDetails({ profile }: { profile: Profile }) {
  return (
    <Section title="Informações Crypto">
      <dl className="profile-facts">
        <Detail label="Endereço Bitcoin" value={profile.btcAddress} copies="o endereço Bitcoin" isWhole />
        <Detail label="QR Code Bitcoin" isWhole>
          <QrPicture image={profile.btcQrCode} of="Bitcoin" />
        </Detail>
        <Detail label="Endereço USDT (ERC20)" value={profile.usdtAddress} copies="o endereço USDT" isWhole />
        <Detail label="QR Code USDT" isWhole>
          <QrPicture image={profile.usdtQrCode} of="USDT" />
        </Detail>
      </dl>
    </Section>
  )
}
