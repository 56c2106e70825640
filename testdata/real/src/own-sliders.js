import 'nouislider/dist/nouislider.css';
import noUiSlider from 'nouislider';
const heat = noUiSlider.create(document.getElementById('heat'), { start: 20, step: 1, range: { min: 0, max: 100 }, handleAttributes: [{ 'aria-label': 'Heat' }] });
const span = noUiSlider.create(document.getElementById('span'), { start: [8, 16], step: 1, connect: true, range: { min: 0, max: 24 }, handleAttributes: [{ 'aria-label': 'From' }, { 'aria-label': 'Until' }] });
const say = () => { document.getElementById('out').textContent = `Heat ${Math.round(heat.get())}, from ${Math.round(span.get()[0])} until ${Math.round(span.get()[1])}`; };
heat.on('update', say); span.on('update', say); say();
