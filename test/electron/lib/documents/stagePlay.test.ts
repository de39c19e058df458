import { describe, expect, it } from 'vitest'
import { outline, readText } from './storyText.ts'

const outlineOf = async (text: string) => outline(await readText('a.txt', text))

const scene = ['# ACT I', '[Enter MIRA and TOM.]', 'MIRA: Is it far?', 'TOM: Not if it comes.', '[He sits.]']
const rest = ['TOM: It never does.', 'MIRA: You are tired.', 'TOM: I am.']

describe('a play in plain text', () => {
  it.each([
    [
      'ERSTER AKT\n\nMIRA (leise). Wer ist da?\n\nTOM. Ich.\n\nMIRA (ab).\n\nTOM (ihr nach). Warte!\n\nMIRA. Nein.',
      'Narrator: MIRA (ab).',
    ],
    [
      'ACTE I\n\nMIRA.\nQui est là ?\n\nTOM.\nMoi.\n\nMIRA, se levant, à Tom.\nToi !\n\nTOM.\nOui. (Il sort.)',
      'MIRA: Toi !',
    ],
  ])('gives nobody the words behind a name that say what is done: %j', async (text, line) => {
    const found = await outlineOf(text)
    expect(found).toContain(line)
    expect(found.filter((each) => /^\p{Lu}{3,}: .*(?:\(ab|se levant)/u.test(each))).toEqual([])
  })

  it('begins with its first act, whatever is printed before it', async () => {
    const lines = [
      'MIRA. Is it far?',
      'TOM. No.',
      'MRS. QUILL. Yes.',
      'MIRA. Go.',
      'TOM. I go.',
      'MRS. QUILL and TOM. Stay.',
    ]
    const front =
      'THE FERRY\n\nPREFACE\n\nIt was written in a year.\n\nTHE SCENES\n\nACT I. A room.\n\nACT II. A boat.\n\nTIME: The present.'
    const page = [
      '<h2>A PLAY IN TWO ACTS</h2>',
      '<h2>ACT I</h2>',
      '<h3>[A room.]</h3>',
      ...lines.map((line) => `<p>${line}</p>`),
    ]
    const said = ['MIRA: Is it far?', 'TOM: No.', 'MRS. QUILL: Yes.', 'MIRA: Go.', 'TOM: I go.']
    const texts = [`${front}\n\n\n\nFIRST ACT`, '[A room.]', ...lines, 'SECOND ACT', '[A boat.]', ...lines]
    const found = await outlineOf(texts.join('\n\n'))
    expect(found.filter((line) => line.startsWith('#'))).toEqual(['# PREFACE', '# FIRST ACT', '# SECOND ACT'])
    const begin = found.indexOf('# FIRST ACT') + 2
    expect(found.slice(begin, begin + 5)).toEqual(said)
    expect(found.join('\n')).not.toMatch(/ACT I\b|TIME/)
    const { source } = await readText('a.html', page.join('\n'))
    expect(source.sections.map(({ kind, title }) => `${kind} ${title ?? ''}`)).toEqual([
      'frontMatter A PLAY IN TWO ACTS',
      'body ACT I',
    ])
    expect(source.cast.map(({ name }) => name)).not.toContain('MRS')
  })

  it('has speakers in small letters who are not, or not like this, in the list of persons', async () => {
    const said = [
      'Mira. Is it far?',
      'Quill (calling from his room, where nobody can see what he is doing with the lamp and the letters). No.',
      'Mrs. Linde. It is late.',
      'Porter. Sixpence.',
      'Mira (rising). Yes.',
      'Mrs. Linde. Go.',
      'Quill. Stay.',
      'Mira. Why?',
      'Mrs. Linde. He knows.',
      'Quill. I do.',
    ]
    const text = [
      'DRAMATIS PERSONAE\n\nTom Quill.\nMira, his wife.\nMrs Linde.\nA Porter.',
      'ACT I',
      '(A room.)',
      ...said,
    ]
    expect(await outlineOf(text.join('\n\n'))).toEqual([
      '# ACT I',
      'Narrator: (A room.)',
      'Mira: Is it far?',
      'Quill: No.',
      'Mrs. Linde: It is late.',
      'Porter: Sixpence.',
      'Mira: Yes.',
      'Mrs. Linde: Go.',
      'Quill: Stay.',
      'Mira: Why?',
      'Mrs. Linde: He knows.',
      'Quill: I do.',
    ])
  })

  it.each([
    ['a full stop', (name: string, words: string) => `${name}. ${words}`],
    ['a colon', (name: string, words: string) => `${name}: ${words}`],
    ['a separate line', (name: string, words: string) => `${name}\n${words}`],
    ['a separate paragraph', (name: string, words: string) => `${name}.\n\n${words}`],
    ['italics', (name: string, words: string) => `_${name[0]}${name.slice(1).toLowerCase()}._ ${words}`],
  ])('has speakers, recognized by %s after the name', async (_, say) => {
    const text = [
      'ACT I',
      '[Enter MIRA and TOM.]',
      say('MIRA', 'Is it far?'),
      say('TOM', 'Not if it comes. [He sits.] It never does.'),
      say('MIRA', 'You are tired.'),
      say('TOM', 'I am.'),
    ].join('\n\n')
    const found = (await outlineOf(text)).map((line) =>
      line.replace('Mira: ', 'MIRA: ').replace('Tom: ', 'TOM: '),
    )
    const directions = ['[Enter MIRA and TOM.]', '[He sits.]'].map((each) => `Narrator: ${each}`)
    expect(found.map((line) => line.replace(/^Narrator: /, ''))).toEqual([...scene, ...rest])
    expect(found.filter((line) => line.includes('['))).toEqual(directions)
  })

  it.each([
    [
      'of Spain, with a dash after each name',
      'ACTO PRIMERO\n\nESCENA II\n\nMIRA.—¿Está lejos?\n\nTOMÁS.—No, Mira. (Se sienta.) Nunca.\n\nMIRA.--(Aparte.) Miente.\n\n(Sale TOMÁS.)\n\nTOMÁS.—¿Qué?\n\nTELÓN',
      [
        'MIRA: ¿Está lejos?',
        'TOMÁS: No, Mira.',
        'Narrator: (Se sienta.)',
        'TOMÁS: Nunca.',
        'MIRA: Miente.',
        'Narrator: (Sale TOMÁS.)',
        'TOMÁS: ¿Qué?',
        'Narrator: TELÓN',
      ],
    ],
    [
      'of France, with what is done after a comma, and a name below the number of a scene',
      'PERSONNAGES.\n\nMIRA.\nTOM, son fils.\n\nACTE I\n\nSCÈNE PREMIÈRE\n\nMIRA, à part.\n\nIl est loin?\n\nTOM.\n\nTrès loin.\n\n(Il sort.)\n\nSCÈNE II.\n\nMIRA.\n\nIl est parti.\n\nTOM, _revenant_.\n\nMe voici.',
      [
        'MIRA: Il est loin?',
        'TOM: Très loin.',
        'Narrator: (Il sort.)',
        'MIRA: Il est parti.',
        'TOM: Me voici.',
      ],
    ],
    [
      'with a list of persons, whose names have small letters',
      'Personen:\nDie Mutter\nTom, ihr Sohn\nEin Bote\n\nErster Auftritt\n\nDie Mutter. Tom.\n\nDie Mutter. Wo ist sie?\n\nTom (lacht). Ich weiß es nicht.\n\nEin Bote. Ein Brief!\n\nTom. Gib her.',
      [
        'Narrator: Die Mutter. Tom.',
        'Die Mutter: Wo ist sie?',
        'Tom: Ich weiß es nicht.',
        'Ein Bote: Ein Brief!',
        'Tom: Gib her.',
      ],
    ],
  ])('may be %s', async (_, text, lines) => {
    expect((await outlineOf(text)).filter((line) => !line.startsWith('#'))).toEqual(lines)
  })

  it.each([
    'The End',
    'THE END.',
    'END OF PLAY',
    'End of Act One',
    '(End of the first scene)',
    'FINIS',
    'CURTAIN',
    'THE CURTAIN FALLS.',
    'Slow curtain.',
    'Blackout.',
    'BLACKOUT',
    'Fade to black.',
    'Lights fade.',
    'Ende',
    'ENDE DES ERSTEN AKTES',
    'Ende des Stücks.',
    'Der Vorhang fällt.',
    'FIN',
    'Fin de l’acte premier.',
    'Fin del acto primero',
    'FINE',
    'КОНЕЦ',
  ])('has an end that nobody speaks: %s', async (end) => {
    const play = `ACT I\n\nMIRA. Is it far?\n\nTOM. It is.\n\nMIRA. How far?\n\nTOM. Very.\n\n${end}`
    expect((await outlineOf(play)).slice(-2)).toEqual(['TOM: Very.', `Narrator: ${end}`])
  })

  it('keeps short answers in paragraphs of their own', async () => {
    const play =
      'ACT I\n\nMIRA. Is it far?\n\nTOM. It is.\n\nMIRA. How far?\n\nTOM. Very.\n\nFine. The end is near.'
    expect((await outlineOf(play)).at(-1)).toBe('TOM: Fine. The end is near.')
  })

  it.each([
    ['MIRA. (at the window) Is it far?', 'at the window'],
    ['MIRA. [Aside.] Is it far?', 'Aside'],
    ['MIRA: (aside) Is it far?', 'aside'],
    ['MIRA (rising) Is it far?', 'rising'],
    ['MIRA [rising] Is it far?', 'rising'],
    ['MIRA, rising. Is it far?', 'rising'],
    ['MIRA. _(Rising.)_ Is it far?', 'Rising'],
    ['MIRA (_rising_). Is it far?', 'rising'],
    ['MIRA (to TOM, softly). Is it far?', 'to TOM, softly'],
  ])('takes what is written after a name for the manner: %s', async (cue, manner) => {
    const play = `ACT I\n\n${cue}\n\nTOM. It is.\n\nMIRA. How far?\n\nTOM. Very.`
    const { source } = await readText('a.txt', play)
    const [first] = source.paragraphs
    expect([first?.speaker, first?.manner, first?.text]).toEqual(['mira', manner, 'Is it far?'])
  })

  it('has directions in round brackets between sentences, but not within them', async () => {
    const play =
      'ACT I\n\nMIRA. Is it far? (She looks up.) Tell me.\n\nTOM. It is. (Sits.)\n\nMIRA. How far (or how near) is it?\n\nTOM. Very.'
    expect(await outlineOf(play)).toEqual([
      '# ACT I',
      'MIRA: Is it far?',
      'Narrator: (She looks up.)',
      'MIRA: Tell me.',
      'TOM: It is.',
      'Narrator: (Sits.)',
      'MIRA: How far (or how near) is it?',
      'TOM: Very.',
    ])
  })

  it('has speeches without blank lines between them, and a title that nobody speaks', async () => {
    const play =
      'THE LAMP\n\nA play in one act\n\nCHARACTERS\n\nMIRA, a keeper\nTOM, her brother\n\nMIRA: Is it far?\nTOM: It is.\n\n[He sits.]\n\nMIRA: How far?\nTOM: Very.\nMIRA: Then go.'
    expect(await outlineOf(play)).toEqual([
      'Narrator: THE LAMP',
      'Narrator: A play in one act',
      'MIRA: Is it far?',
      'TOM: It is.',
      'Narrator: [He sits.]',
      'MIRA: How far?',
      'TOM: Very.',
      'MIRA: Then go.',
    ])
  })

  it('takes the manner of a speech from the brackets after the name', async () => {
    const text = 'SCENE I\n\nMIRA (aside). Is it far?\n\nTOM. It is.\n\nMIRA. How far?\n\nTOM. Very.'
    const { source } = await readText('a.txt', text)
    expect(source.paragraphs.map(({ speaker, manner }) => [speaker, manner])).toEqual([
      ['mira', 'aside'],
      ['tom', ''],
      ['mira', ''],
      ['tom', ''],
    ])
  })

  it('does not take a continuation mark for a manner', async () => {
    const text =
      "SCENE I\n\nMIRA (CONT'D). Is it far?\n\nTOM (Fortsetzung). It is.\n\nMIRA. How far?\n\nTOM. Very."
    const { source } = await readText('a.txt', text)
    expect(source.paragraphs.map(({ speaker, piece, text: words }) => [speaker ?? piece, words])).toEqual([
      ['scriptNote', "(CONT'D)"],
      ['mira', 'Is it far?'],
      ['scriptNote', '(Fortsetzung)'],
      ['tom', 'It is.'],
      ['mira', 'How far?'],
      ['tom', 'Very.'],
    ])
  })

  it('leaves out the list of characters', async () => {
    const text =
      'DRAMATIS PERSONAE\n\nMIRA, who travels.\nTOM, who waits.\n\nACT I\n\nMIRA. Is it far?\n\nTOM. It is.\n\nMIRA. How far?\n\nTOM. Very.'
    expect(await outlineOf(text)).toEqual([
      '# ACT I',
      'MIRA: Is it far?',
      'TOM: It is.',
      'MIRA: How far?',
      'TOM: Very.',
    ])
  })

  it.each([
    [
      'a story with short sentences',
      'Chapter 1\n\nNO. She went.\n\nYES. He stayed.\n\nIt rained all day.\n\nThe end came late.\n\nNobody spoke.',
    ],
    ['a chat', 'MIRA: hi\n\nTOM: hello\n\nMIRA: where are you?\n\nTOM: here'],
  ])('is not confused with %s', async (_, text) => {
    const { source } = await readText('a.txt', text)
    expect(source.namesSpeakers).toBe(false)
  })
})
