import { Text } from '@mantine/core'
import { Suspense } from 'react'
import { fieldsOf, profileField } from '#contracts/profile-fields.ts'
import type { ImageField, ProfileGroup, TextField } from '#contracts/profile-fields.ts'
import { profileText } from '#web/text/profile.ts'
import { CopyButton } from './CopyButton.tsx'
import { lazyPart } from './lazyPart.tsx'

/** Brings what draws and checks codes, which most of a profile needs nothing of. */
const ProfileCode = lazyPart(() => import('./ProfileCode.tsx'))

/** The texts that codes are drawn from. */
const codeTexts = {
  pixQrCode: 'pixCopyPaste',
  btcQrCode: 'btcAddress',
  usdtQrCode: 'usdtAddress',
} as const satisfies Readonly<Record<ImageField, TextField>>

type Props = {
  readonly profile: Readonly<Record<TextField | ImageField, string | null>>
  readonly groups: readonly ProfileGroup[]
  /** Remarks shown after a value, such as whether an e-mail was verified. */
  readonly notes?: Partial<Readonly<Record<TextField, string>>>
}

/**
 * The profile fields of some groups with their values, as terms of a description list; 'Não informado' where there is
 * none.
 */
export function ProfileDetails({ profile, groups, notes = {} }: Props) {
  return fieldsOf(...groups).map((name) => {
    const { label, shortLabel, phrase, input, isCopied, isWide, mask } = profileField(name)
    const image = input === 'image' ? (name as ImageField) : null
    const text = image ? null : profileText(name as TextField, profile[name])
    const note = notes[name as TextField]
    return (
      <div key={name} className={isWide ? 'whole' : undefined}>
        <dt>{shortLabel ?? label}</dt>
        <dd>
          {image && profile[codeTexts[image]] ? (
            <Suspense fallback={<div style={{ minHeight: 200 }} />}>
              <ProfileCode profile={profile} of={image} />
            </Suspense>
          ) : text === null ? (
            <Text component="span" c="dimmed" inherit>
              Não informado
            </Text>
          ) : (
            <span className={mask ? 'no-break' : undefined}>
              {text}
              {note && ` ${note}`}
            </span>
          )}
          {isCopied && text !== null && <CopyButton value={profile[name]!} label="Copiar" what={phrase} />}
        </dd>
      </div>
    )
  })
}
