/** What people read stands in the catalogues, and nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Where pages are made. */
const FOLDERS = ['src/remote', 'src/pairing'];
/** Catalogues, and what speaks to a terminal. */
const OTHERS = /\/words\/[a-z]{2}\.ts$|^src\/pairing\/shell\.ts$/;
/** Shown, or said aloud. */
const ATTRIBUTES =
  /^(?:alt|aria-(?:label|description|valuetext|roledescription|placeholder)|label|placeholder|title|spoken|text|yes|empty)$/;
/** What they are given is shown. */
const SHOWING = /^(?:say|tell|announce|alert|confirm|prompt|setTitle|toPlainText)$/;
/** Of a place where a text is set. */
const PROPERTIES = /^(?:textContent|innerText|title|placeholder|ariaLabel|innerHTML)$/;
/** Names that are the same in every language, and addresses. */
const NAMES = /^(?:Tonearm|tonearm pair|https?:\/\/\S*|)$/;
/** Two letters of any script: what is shorter is a sign. */
const WORD = /\p{L}{2}/u;

function isWords(text: string): boolean {
  return WORD.test(text) && !NAMES.test(text.trim());
}

/** What a tagged template of HTML shows: the text between the tags, and the attributes that are read. */
function shownIn(template: ts.TemplateLiteral): readonly string[] {
  const whole = ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join('\u0000');
  const tag = /<!?\/?[a-z][^<>]*>?/gi;
  const attributes = [
    ...whole.matchAll(
      /\s(?:alt|aria-label|placeholder|title)="([^"]*)"|<input type="submit"[^>]*value="([^"]*)"/g,
    ),
  ];
  const head = whole.replace(/<(style|title)>[^]*?<\/\1>/g, ' ').replaceAll(tag, '\u0000');
  return [...head.split('\u0000'), ...attributes.flatMap(([, a = '', b = '']) => [a, b])];
}

/** What compares comes out as neither side. */
const CHOOSING: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
];

/** The literals within that come out as text, whatever is chosen between. */
function literalsIn(node: ts.Node): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  if (ts.isConditionalExpression(node)) return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return literalsIn(node.expression);
  if (ts.isJsxExpression(node)) return node.expression === undefined ? [] : literalsIn(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literalsIn);
  if (ts.isBinaryExpression(node) && CHOOSING.includes(node.operatorToken.kind))
    return [...literalsIn(node.left), ...literalsIn(node.right)];
  return [];
}

/** A key of a catalogue is no text. */
function isKeyOf(call: ts.CallExpression): boolean {
  const { expression } = call;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  return name === 'say' || name === 'tell';
}

function textsOf(node: ts.Node): readonly string[] {
  if (ts.isJsxText(node)) return [node.text];
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return literalsIn(node);
  if (ts.isJsxAttribute(node) && ATTRIBUTES.test(node.name.getText()))
    return node.initializer === undefined ? [] : literalsIn(node.initializer);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') return shownIn(node.template);
  if (ts.isCallExpression(node) && !isKeyOf(node)) {
    const { expression } = node;
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    return SHOWING.test(name) ? node.arguments.flatMap(literalsIn) : [];
  }
  // Where `say` does not take a key: the board of messages.
  if (ts.isCallExpression(node) && /(?:^|\.)board\.(?:say|tell)$/.test(node.expression.getText()))
    return node.arguments.flatMap(literalsIn);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const { left, right } = node;
    return ts.isPropertyAccessExpression(left) && PROPERTIES.test(left.name.text) ? literalsIn(right) : [];
  }
  // What is put into a shape under such a name: `{ title: 'Gone' }`.
  if (ts.isPropertyAssignment(node) && /^(?:title|text|label|heading|message)$/.test(node.name.getText()))
    return literalsIn(node.initializer).filter(text => /^\p{Lu}|\s/u.test(text));
  return [];
}

/** Functions that answer with words for people end in it, or bear this name. */
const ANSWERING = /(?:Words|Of|Name)$/;

function answersOf(node: ts.Node): readonly string[] {
  if (!ts.isReturnStatement(node) || node.expression === undefined) return [];
  const within = ts.findAncestor(node, ts.isFunctionDeclaration)?.name?.text ?? '';
  // One word may be a key; a sentence has spaces.
  return ANSWERING.test(within)
    ? literalsIn(node.expression).filter(text => /\p{L}\s+\p{L}/u.test(text))
    : [];
}

function findLiterals(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const said of [...textsOf(node), ...answersOf(node)])
      if (isWords(said)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${path}:${line + 1}: ${said.trim()}`);
      }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = FOLDERS.flatMap(folder =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter(path => /(?<!\.d)\.tsx?$/.test(path))
    .map(path => `${folder}/${path}`),
)
  .filter(path => !OTHERS.test(path))
  .sort();

t.test('no page says what is in no catalogue', async t => {
  t.ok(files.length > 60, `${files.length} files`);
  t.same(
    files.flatMap(path => findLiterals(path, readFileSync(`${ROOT}${path}`, 'utf8'))),
    [],
  );
});

t.test('a literal that is planted is found, wherever it stands', async t => {
  const planted: [string, string][] = [
    ['views/a.tsx', 'const a = <p>Not from a catalogue</p>;'],
    ['views/b.tsx', "const b = <button aria-label='Play it'>{say('play')}</button>;"],
    ['views/c.tsx', "const c = <p>{online ? 'Online now' : say('offline')}</p>;"],
    ['views/d.tsx', 'const d = <Card title={`Hello ${name}`} />;'],
    ['views/e.tsx', "const e = <p>{count > 1 && 'several'}</p>;"],
    ['views/f.tsx', "const f = <input placeholder='Künstler' />;"],
    ['main.tsx', "board.say('It is done');"],
    ['state/a.ts', "options.announce('The link is bad.');"],
    ['state/b.ts', "document.title = 'The remote';"],
    ['words/reasons.ts', "function failureWords() { return 'That did not work.'; }"],
    ['pairing/pages.ts', 'const page = html`<p class="soft">Sign in here</p>`;'],
    ['pairing/forms.ts', 'const form = html`<input name="a" placeholder="Your code">`;'],
    ['pairing/pages.ts', "toPage(told, { status: 200, title: 'You are in', content });"],
    ['views/g.tsx', 'const g = <p>再生中</p>;'],
  ];
  for (const [path, text] of planted) t.ok(findLiterals(path, text).length > 0, text);
  const harmless: [string, string][] = [
    ['views/a.tsx', "const a = <p class='soft' dir='auto'>{say('play')} · {name}</p>;"],
    ['views/b.tsx', "const b = <button type='button' aria-label={say('play')}>15</button>;"],
    ['pairing/pages.ts', 'const page = html`<p class="soft">${say(key)}</p>`;'],
    ['state/a.ts', "const key = open ? 'listener' : 'anyone';"],
    ['main.tsx', "throw new Error('The page has no place for the remote.');"],
  ];
  for (const [path, text] of harmless) t.same(findLiterals(path, text), [], text);
});
