/** The operator that a real circle names. */
export const OPERATOR = {
  name: 'Associação do Bairro',
  document: '11.222.333/0001-81',
  contact: 'contato@bairro.org.br',
  dataProtectionContact: 'dados@bairro.org.br',
}
