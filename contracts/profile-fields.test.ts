import { describe, expect, test } from 'vitest'
import { user } from './entities/user.ts'
import { bankFields, cryptoFields, personalFields, profileSchemas } from './forms/profile-schemas.ts'
import { fieldsOf, imageFields, profileField, sealedFields, textFields } from './profile-fields.ts'
import type { ProfileField } from './profile-fields.ts'

const names = Object.keys(profileSchemas) as ProfileField[]

describe('the table of profile fields', () => {
  test('has every field of the schemas once', () => {
    expect([...textFields, ...imageFields].toSorted()).toEqual(names.toSorted())
  })

  test('marks as required exactly what the schemas refuse when it is absent', () => {
    for (const name of names)
      expect(profileField(name).isRequired ?? false, name).toBe(!profileSchemas[name].safeParse(undefined).success)
  })

  test('groups the fields by the registration step that asks for them', () => {
    expect(fieldsOf('personal').toSorted()).toEqual(Object.keys(personalFields).toSorted())
    expect(fieldsOf('address', 'bank', 'pix').toSorted()).toEqual(Object.keys(bankFields).toSorted())
    expect(fieldsOf('crypto').toSorted()).toEqual(Object.keys(cryptoFields).toSorted())
  })

  test('gives every field a phrase with its article, as sentences and copy buttons use it', () => {
    for (const name of names) expect(profileField(name).phrase, name).toMatch(/^[oa] \S/)
  })

  test('puts every stored field into the answer about a person', () => {
    for (const name of [...sealedFields, ...imageFields]) expect(Object.keys(user.shape), name).toContain(name)
  })
})
