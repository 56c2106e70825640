import { createEditor, $getRoot, $createParagraphNode, $createTextNode } from 'lexical';
import { registerRichText, HeadingNode, QuoteNode, $createHeadingNode } from '@lexical/rich-text';
const editor = createEditor({ namespace: 'letter', nodes: [HeadingNode, QuoteNode], onError: e => { throw e; } });
editor.setRootElement(document.getElementById('letter'));
registerRichText(editor);
editor.update(() => {
  const root = $getRoot();
  root.append($createHeadingNode('h2').append($createTextNode('Dear keeper')));
  root.append($createParagraphNode().append($createTextNode('The lamp burns low.')));
});
