const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'O servidor de correio não aceitou a conexão.',
  ECONNECTION: 'O servidor de correio não aceitou a conexão.',
  ESOCKET: 'O servidor de correio não aceitou a conexão.',
  EMESSAGE: 'O servidor de correio recusou a mensagem.',
  ETIMEDOUT: 'O servidor de correio não respondeu a tempo.',
  EDNS: 'O endereço do servidor de correio não foi encontrado.',
  ENOTFOUND: 'O endereço do servidor de correio não foi encontrado.',
  EAUTH: 'O servidor de correio recusou o usuário ou a senha.',
  ETLS: 'A conexão segura com o servidor de correio falhou.',
  EENVELOPE: 'O servidor de correio recusou o remetente ou o destinatário.',
  ENOSPC: 'Não há espaço no disco para guardar a mensagem.',
  EACCES: 'A pasta de mensagens não pode ser escrita.',
}

/** The reason in words, with the server's answer, because an administrator has to fix it. */
export function mailReason(error: unknown): string {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number }
  const words = REASONS[code] ?? 'A mensagem não pôde ser entregue.'
  return responseCode === undefined ? words : `${words} Resposta do servidor: ${responseCode}.`
}
