import type { ErrorTable } from './table.ts'

/** The refusals of what any call may be answered with. */
export const requests = {
  'request.invalid': { status: 400, message: 'Confira os campos destacados.' },
  'request.malformed': { status: 400, message: 'O pedido não pôde ser lido.' },
  'access.denied': { status: 403, message: 'Você não tem permissão para fazer isso.' },
  'access.not_approved': { status: 403, message: 'Sua conta ainda aguarda aprovação do administrador.' },
  'access.read_only': { status: 403, message: 'Você acompanha, sem alterar.' },
  'resource.not_found': { status: 404, message: 'Não encontramos o que você procura.' },
  'request.too_large': { status: 413, message: 'O arquivo ou o texto enviado é grande demais.' },
  'request.timed_out': { status: 408, message: 'O envio parou no meio do caminho e foi interrompido. Tente de novo.' },
  'request.wrong_type': { status: 415, message: 'Este tipo de conteúdo não é aceito.' },
  'request.too_many': { status: 429, message: 'Muitas tentativas. Aguarde um pouco e tente de novo.' },
  'server.failed': { status: 500, message: 'Algo deu errado do nosso lado. Nada foi perdido; tente de novo.' },
  'server.unavailable': { status: 503, message: 'O sistema está indisponível no momento. Tente de novo em instantes.' },
  'idempotency.key_reused': { status: 409, message: 'Este pedido já foi enviado com outro conteúdo.' },
  'idempotency.in_progress': { status: 409, message: 'Este pedido ainda está sendo processado.' },
  'file.not_image': { status: 415, message: 'Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)' },
  'file.not_image_avatar': { status: 415, message: 'Por favor, selecione um arquivo de imagem válido.' },
  'file.qr_avatar': {
    status: 400,
    message: 'Esta imagem tem um QR Code, que pode levar a um pagamento. Escolha uma foto ou um desenho.',
  },
  'file.qr_case': {
    status: 400,
    message: 'Esta imagem tem um QR Code, e em uma demonstração nada pode levar a um pagamento.',
  },
  'file.too_large': { status: 413, message: 'Arquivo muito grande. Máximo 5MB permitido.' },
  'file.too_large_avatar': { status: 413, message: 'A imagem deve ter no máximo 5MB.' },
  'file.bad_base64': { status: 400, message: 'Erro ao processar a imagem. Tente novamente.' },
  'file.wrong_pixels_exact': { status: 400, message: 'A imagem deve ter exatamente 400x400 pixels.' },
  'file.wrong_pixels_max': { status: 400, message: 'A imagem deve ter no máximo 400x400 pixels.' },
  'file.too_many_pixels': { status: 400, message: 'A imagem é grande demais para ser aberta.' },
  'file.quota': { status: 429, message: 'Você já enviou muitos arquivos hoje. Tente de novo amanhã.' },
  'server.disk_full': {
    status: 507,
    message: 'Não há espaço para guardar isso agora. Nada foi alterado; tente mais tarde.',
  },
  'file.disk_full': { status: 507, message: 'Não há espaço para guardar o arquivo agora. Tente mais tarde.' },
  'backup.passphrase_differs': { status: 400, message: 'As duas senhas da cópia não são iguais.' },
  'backup.machine_passphrase_missing': {
    status: 409,
    message:
      'Numa instalação com um círculo real, a cópia do console precisa da senha das cópias desta máquina (BACKUP_PASSPHRASE), que ainda não existe.',
  },
  'backup.running': { status: 409, message: 'Uma cópia já está sendo feita. Espere ela terminar.' },
  'cep.unavailable': { status: 503, message: 'A busca de CEP não está disponível. Preencha o endereço.' },
  'cep.not_found': { status: 404, message: 'CEP não encontrado. Preencha o endereço.' },
} as const satisfies ErrorTable
