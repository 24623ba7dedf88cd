/** Words of plans with several levels, and of machines: in a roda nobody reads one of them (decision 057). */
export const FOREIGN_TO_A_RODA =
  /(?<![\p{L}\p{N}_])(n[íi]ve(l|is)|N[123]|PULL|receptor(es|as?)?|filas?|upgrades?|cascata|conta administrativa|reports?|dashboard|status|hash|checkpoints?)(?![\p{L}\p{N}_])/iu
