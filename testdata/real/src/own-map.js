import 'leaflet/dist/leaflet.css';
import L from 'leaflet';
const map = L.map('map', { zoomAnimation: false }).setView([55, 10], 8);
map.attributionControl.setPrefix('');
const pin = title => L.divIcon({ html: title[0], className: 'pin' });
const say = () => { const { lat, lng } = map.getCenter(); document.getElementById('out').textContent = `zoom ${map.getZoom()} at ${lat.toFixed(1)},${lng.toFixed(1)}`; };
for (const [title, at] of [['Big island', [55, 10]], ['Small island', [55.1, 10.6]]]) {
  L.marker(at, { icon: pin(title), title, alt: title }).addTo(map).bindPopup(`<b>${title}</b> <button onclick="document.getElementById('out').textContent='landed on ${title}'">Land here</button>`);
}
map.on('moveend', say); say();
