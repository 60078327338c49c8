/** Values of the examples about proofs and links, as `docs/control-api.md` explains them; a test recomputes them. */
const NONCE = 'Zr5TqW0yXc8UvM3nKb7LpE1dHs6JgF4a';

/** An attempt by an owner with an unknown id, over plain http. */
export const EXAMPLE_PROOF = {
  nonce: NONCE,
  proof: '7ou8IiNyykuFhUjaq-ogrOptH9lSBHpVYcIVFJLmTKE',
  answer: '3PgiDHNQIUj7N-4oRm6_JbiMllj1sQcOwrQVJtm4iro',
} as const;

/** A claim by link. */
export const EXAMPLE_LINK = {
  link: '24gr77k0rRGdTSbMNW968wCwdVvHgQdLgT1CHvIyt0A',
  nonce: NONCE,
  proof: 'PtxwTzRza2QT6j-3w21ixkqCSGUY73LzP0pjifR1KG8',
  answerNonce: 'Nb8Vc3Xz5Lk1Jh7Gf9Ds2Ap4Oi6Uy0Tr',
  answer: '3Mlhe63amUz8exZnDRmO1zkY92N5XwFirPjOW4jmAXs',
} as const;
