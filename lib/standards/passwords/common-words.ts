/**
 * Common words in passwords, chosen by hand for this project and taken from no breach list; lower case, without digits.
 * `isCommonPassword` adds capitals, leet spelling, repetition, digits and symbols around them.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
password passwd pass passcode passphrase passkey passw secret secrets secure security private letmein letmeinnow
openup opensesame sesame welcome welcomeback welcometo hello hellohello helloworld hithere goodbye login logon logmein
signin signup access accessgranted enter enternow entry unlock open admin administrator adminadmin admins sysadmin
sysop superuser superadmin root toor rootroot user username users guest guests default changeme changeit changethis
changepassword newpassword oldpassword mypassword mypass mysecret yourpassword thepassword nopassword nopass nothing
none blank empty test tester testing testtest testuser testpass testpassword tests temp temporary temppass trial demo
demouser example sample foobar foo bar baz barfoo lorem ipsum lipsum dummy fake null undefined void system server
servers computer computers laptop desktop internet network wifi router modem firewall database mysql postgres oracle
sqlserver mongodb redis docker kubernetes jenkins tomcat apache nginx linux ubuntu debian centos fedora redhat windows
microsoft macos apple iphone ipad android samsung nokia xiaomi realme oneplus google gmail yahoo hotmail outlook
facebook instagram twitter whatsapp telegram youtube netflix amazon flipkart paytm phonepe linkedin github gitlab
cloud clouds cloudserver svc console compute storage bucket instance region deploy deployer developer develop devops
production prod staging stage backup backups service services support helpdesk manager master masters mastermaster
masterkey masterpass keymaster trustno trustme trust believe qwerty qwertz azerty dvorak qazwsx qazwsxedc qweasd
qweasdzxc zxcvbn asdfgh asdf zxcv qwer zaqwsx zaqxsw wsxedc edcrfv rfvtgb tgbyhn poiuyt lkjhgf mnbvcx abc abcd abcde
abcdef abcabc abcxyz xyz xyzxyz aaa bbb xxx zzz alpha beta gamma delta omega sigma theta one two three four five six
seven eight nine ten onetwothree number numbers digits letters word words keyword love lover lovers loveme loveyou
loveu iloveu iloveyou iloveu iloveme ilovegod ilovejesus ilovemom ilovedad ilovemyself lovely lovelove loveless
truelove mylove myloves mylife mylifemyrules lifeline life forever forevermore always together kisses kissme kiss
hugs heart hearts heartless sweetheart sweety sweetie sweet sweets honey honeybee honeymoon baby babe babyboy babygirl
babydoll darling dearest angel angels angelo fallenangel princess prince queen king kingking kingdom kings queens boss
bigboss legend legends hero heroes superhero winner winners winning champion champions champ victory loser losers
freedom liberty justice peace peaceful hope faith grace mercy destiny fate miracle blessed blessing blessings bless
happy happiness happyday happylife smile smiley smiles laughing lucky luckyone goodluck fortune rich richie money
moneymoney mymoney cash dollar dollars million millionaire billion billionaire business work working office company
corporate finance bank banking payment wallet credit student students school college university teacher teachers
doctor nurse police lawyer engineer engineering soldier army navy airforce marines military captain major general
commander sergeant family mother father mummy mommy mom daddy dad papa mama amma appa brother sister brothers sisters
bhai behen beta beti friend friends bestfriend friendship myfriend buddy dude bro mate monday tuesday wednesday
thursday friday saturday sunday weekend january february march april may june july august september october november
december spring summer autumn winter monsoon season sunshine sunny sunset sunrise sunflower moonlight moon moonmoon
moonshine star stars starlight stardust superstar rockstar starwars startrek space galaxy universe earth planet world
worldwide mars venus jupiter saturn neptune pluto mercury apollo nasa rocket comet phoenix thunder lightning storm
rainbow rain rainy snow snowball snowflake snowman ice fire fireball firefly flame dragon dragons dragonball dragonfly
monkey monkeys tiger tigers lion lions lionking panther leopard cheetah wolf wolves wolfpack werewolf bear bears
teddybear teddy panda pandas koala eagle eagles falcon falcons hawk hawks raven ravens owl parrot peacock sparrow
chicken turkey duck ducks donald rabbit bunny hamster mouse rat rats cat cats kitty kitten kittycat hellokitty
pussycat dog dogs doggy doggie puppy puppies bulldog bulldogs hotdog horse horses pony unicorn donkey cow cows bull
bulls buffalo elephant giraffe zebra kangaroo dolphin dolphins shark sharks whale fish fishing goldfish turtle snake
cobra viper python spider scorpion butterfly butterflies bee insect beetle frog lizard dinosaur godzilla monster
monsters vampire zombie ghost ghostrider devil demon satan lucifer hell heaven paradise god godisgood godisgreat
godislove jesus jesuschrist christ christian jesusislord jehovah bible allah muhammad mohammed bismillah islam muslim
buddha krishna harekrishna jaishreekrishna ganesh ganesha ganpati ganapati shiva omnamahshivaya mahadev harharmahadev
omsairam sairam saibaba jaimatadi jaihanuman hanuman jaishriram jaishreeram shriram ram rama sitaram radhe radheradhe
radhakrishna radha durga lakshmi laxmi saraswati kali vishnu brahma venkatesh balaji murugan ayyappa waheguru satnam
namaste namaskar india indian indiaindia incredibleindia jaihind bharat hindustan vandemataram mumbai bombay delhi
newdelhi bangalore bengaluru chennai madras kolkata calcutta hyderabad pune ahmedabad jaipur lucknow kanpur nagpur
indore bhopal patna surat kochi cochin kerala goa punjab punjabi gujarat gujarati rajasthan maharashtra marathi tamil
tamilnadu telugu kannada bengali odisha assam kashmir himalaya ganga america american usa england london paris france
germany berlin italy roma spain madrid barcelona russia moscow china beijing japan tokyo korea brazil mexico canada
toronto australia sydney melbourne dubai singapore pakistan lahore karachi nepal kathmandu bangladesh dhaka srilanka
africa newyork chicago boston dallas houston texas florida california hollywood bollywood cricket cricketer sachin
tendulkar dhoni msdhoni mahi virat viratkohli kohli rohit rohitsharma sehwag dravid ganguly yuvraj ipl rcb csk
football footballer soccer baseball basketball hockey tennis badminton volleyball golf golfer golfing rugby boxing
wrestling karate kungfu judo swimming running runner cycling racing racer skating skater skateboard surfing surfer
sports gamer gaming gameover player players playboy playstation xbox nintendo mario supermario pokemon pikachu
charizard sonic zelda minecraft fortnite pubg freefire roblox callofduty counterstrike halo warcraft starcraft diablo
chess poker joker jokers messi ronaldo cristiano neymar beckham maradona zidane liverpool arsenal chelsea manchester
manunited united realmadrid juventus inter milan bayern ajax celtic rangers everton yankees redsox lakers cowboys
steelers packers giants patriots broncos raiders dodgers cubs batman superman spiderman ironman wonderwoman hulk thor
wolverine deadpool avengers marvel captainamerica xmen robin catwoman jokerman harrypotter potter hogwarts dumbledore
voldemort hermione gandalf frodo hobbit bilbo lordoftherings legolas gollum matrix neo trinity morpheus terminator
rambo rocky godfather scarface titanic avatar gladiator spartan spartans pirate pirates jacksparrow jamesbond bond
skywalker anakin vader darthvader yoda jedi chewbacca princessleia naruto sasuke sakura itachi goku vegeta luffy zoro
onepiece anime otaku doraemon nobita shinchan simpsons simpson homer bart southpark cartman garfield snoopy scooby
scoobydoo mickey mickeymouse minnie disney tinkerbell cinderella barbie pooh winniethepooh tigger bambi simba nemo
shrek elmo barney music musical musica guitar guitars drums drummer piano violin dance dancer dancing singer song
songs rock rocknroll metal metallica ironmaiden slipknot nirvana beatles elvis queenband pinkfloyd eminem tupac rihanna
beyonce shakira madonna britney bieber justinbieber onedirection bts blackpink taylorswift michaeljackson bobmarley
marley reggae hiphop techno movie movies cinema camera photo picture red blue green yellow orange purple pink black
white brown grey silver gold golden diamond diamonds pearl ruby crystal emerald sapphire jasmine rose roses lily lotus
daisy tulip orchid violet flower flowers garden forest jungle mountain mountains river ocean sea beach island desert
tree trees leaf nature apples banana bananas mango mangoes orangejuice lemon cherry strawberry blueberry peach peaches
grape coconut pineapple watermelon melon tomato potato onion garlic ginger pepper salt sugar spice chocolate candy
cookie cookies cupcake cake icecream vanilla cheese butter bread pizza burger pasta noodles biryani samosa chapati
paneer masala curry chai coffee tea milk milkshake juice water beer wine whisky whiskey vodka rum tequila cocacola
coke pepsi fanta sprite redbull marlboro ferrari porsche lamborghini bugatti mercedes benz bmw audi toyota honda
hondacity suzuki maruti hyundai mahindra tata nissan ford mustang camaro corvette chevy chevrolet dodge jeep harley
harleydavidson yamaha kawasaki ducati enfield royalenfield pulsar bullet ninja ninjas samurai shogun warrior warriors
knight knights archer hunter hunting fighter fighting killer killers assassin sniper shooter gangster mafia bandit
rebel outlaw hacker hackers hacked cracker anonymous matrixneo cyber cyberpunk robot robots machine engine turbo nitro
power powers powerful super supersonic ultimate ultra extreme maximum mega magic magical magician wizard witch mystery
mystic shadow shadows darkness dark light bright midnight night nightmare dream dreams dreamer dreamgirl sleepy crazy
crazyboy crazygirl crazyme mad stupid idiot fool funny cool coolboy coolgirl coolguy coolio cute cutie cutiepie pretty
beautiful beauty handsome gorgeous sexy sexyboy sexygirl hottie hotboy hotgirl hotstuff naughty badboy badgirl bitch
bastard asshole bullshit fuck fucker fuckoff fuckyou fuckme motherfucker shit damn dick pussy whatever whatsup
nevermind noidea forgot forget forgotten remember idontknow dontknow dontcare notyou itsme thatsme whoami onlyme justme
myself iamgod iamking iamthebest thebest best bestever first second last final nextlevel start stop begin end restart
jordan michael michelle jennifer jessica ashley amanda andrew andrea anthony daniel danielle david davidson matthew
joshua joseph james john johnny johnson jonathan robert roberto william williams charles charlie christopher chris
christina christian christine thomas taylor tyler justin jason jasper steven stephen stephanie samantha sandra sarah
nicole nicholas nathan patrick peter paul richard ronald kevin brian brandon benjamin alexander alexandra alexis alex
maria mariana marina martin martina mary maggie margaret melissa vanessa veronica victoria victor vincent rachel
rebecca elizabeth emily emma eric george gabriel hannah heather isabella jackson jack jackie lauren laura linda lisa
logan lucas madison megan morgan natalie oliver olivia sophia sophie zachary abhishek aditya ajay akash akshay aman
amit amitabh anand anil anita anjali ankit ankita anu anuj anushka arjun arun aryan asha ashish ashok ayush bharath
chandra deepak deepika dinesh divya gaurav geeta gopal govind harish harsh hema himanshu imran irfan isha jaya jyoti
kamal karan kartik kavita kavya khan khushi kiran kumar kumari lalit lata mahesh manish manisha manoj meena mohan
mohit monika mukesh naveen neha nikhil nisha nitin pankaj patel pavan pooja prabhu pradeep prakash pramod prasad
prashant praveen preeti priya priyanka puja rahul raj raja rajat rajesh rajiv raju rakesh ramesh rani ranjit ravi
rekha reshma ritu riya rohan roshan sachinsachin sagar sahil salman sandeep sangeeta sanjay sanju santosh sapna
satish saurabh seema shah shahrukh shankar sharma shivam shreya shubham shweta simran singh sneha sonali sonia sonu
srinivas sudha sumit sunil sunita suresh surya swati tanvi tarun usha varun vicky vijay vikas vikram vinay vinod vipin
vishal vivek yadav yash yogesh
`
    .trim()
    .split(/\s+/),
);
