/** The message of a registration step when something required is missing (specification, section 5). */
export const missing = {
  personal: 'Por favor, preencha todos os campos obrigatórios',
  bank: 'Por favor, preencha todos os campos bancários obrigatórios',
  password: 'Por favor, preencha todos os campos',
} as const
